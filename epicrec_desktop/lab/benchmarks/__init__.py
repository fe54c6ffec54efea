"""What the program takes in time and memory: `epicrec-lab bench`."""

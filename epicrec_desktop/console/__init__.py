"""What the three commands share: terminal output, interruption, arguments, exit codes."""

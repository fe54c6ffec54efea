"""The window: one folder a feature, over what they share, under the frame that holds them."""

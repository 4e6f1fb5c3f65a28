"""Photos, cameras and dice: what is certain is entered, the rest is asked."""

"""Re-exports the list of this machine's cameras for the system check."""

from camera.devices import Camera, cameras

__all__ = ["Camera", "cameras"]

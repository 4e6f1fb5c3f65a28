"""What could watch the table from this machine: its cameras, and what each would grant."""

from camera.devices import Camera, cameras

__all__ = ["Camera", "cameras"]

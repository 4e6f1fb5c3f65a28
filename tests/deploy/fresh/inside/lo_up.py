"""Lets a network of its own speak to itself, and to nobody else."""

import fcntl
import socket
import struct

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
    fcntl.ioctl(line, 0x8914, struct.pack("16sh14x", b"lo", 0x41))  # SIOCSIFFLAGS: up, running

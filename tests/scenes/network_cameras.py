"""Cameras that are reached by HTTP or RTSP, as servers of this computer."""

import socket
import threading
from base64 import b64encode
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2


class _Camera(BaseHTTPRequestHandler):
    def do_GET(self):
        server: Any = self.server
        if server.key not in {None, self.headers.get("Authorization")}:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
        elif self.path != "/video":
            self.send_error(404)
        else:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=part")
            self.end_headers()
            self.stream(server)

    def stream(self, server):
        size = len(server.jpeg)
        head = f"--part\r\nContent-Type: image/jpeg\r\nContent-Length: {size}\r\n\r\n".encode()
        try:
            for _ in range(server.frames):
                self.wfile.write(head + server.jpeg + b"\r\n")
                server.over.wait(0.1)  # the rate of a camera
        except OSError:  # the watcher has enough
            return
        if server.then_hangs:
            server.over.wait()

    def log_message(self, *_):
        pass


@contextmanager
def http_camera(pixels, *, only_for=None, frames=5, then_hangs=False):
    """Serve multipart MJPEG under /video; yield host and port, and the server.

    With `only_for` ("name:password") it refuses everybody else.
    """
    server: Any
    with ThreadingHTTPServer(("127.0.0.1", 0), _Camera) as server:
        server.jpeg = cv2.imencode(".jpg", pixels)[1].tobytes()
        server.key = only_for and f"Basic {b64encode(only_for.encode()).decode()}"
        server.frames, server.then_hangs = frames, then_hangs
        server.over = threading.Event()
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}", server
        server.over.set()
        server.shutdown()


@contextmanager
def answering(answer):
    """Answer every connection with these bytes, or with none and never; yield host and port."""
    kept: list[socket.socket] = []

    def serve():
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            kept.append(connection)
            if answer:
                connection.recv(2000)
                connection.sendall(answer)
                connection.close()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)
    for one in kept:
        one.close()

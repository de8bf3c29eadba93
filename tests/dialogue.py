"""A program in line mode, answered prompt by prompt."""
import os
import subprocess
import threading

PATIENCE_S = 600  # for what hangs; on however busy a machine nothing that passes comes near it


def converse(command, answer, env=None):
    """Answers each prompt when it has come; None ends the input. What was printed, and the exit status."""
    env = env or {**os.environ, "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0, env=env) as process:
        timer = threading.Timer(PATIENCE_S, process.kill)
        timer.start()
        said = b""
        while part := process.stdout.read(65536):  # what there is; until it ends, or has had its time
            said += part
            if said.endswith(b"\n> "):
                line = answer(said.decode())
                if line is None:
                    process.stdin.close()
                else:
                    process.stdin.write(line.encode() + b"\n")
        timer.cancel()
        return said.decode(), process.wait()

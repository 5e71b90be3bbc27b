import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The number of checks, 0.1 s apart: ten seconds, for a server that has not written its pid file yet. */
const LOOKS = 100;

/**
 * Interrupts the server named in `pidFile` when this process is gone, for whatever reason: a shell waits for the end of
 * a pipe that only this process holds open. The shell reads the pid file first: a server that exited by itself, and
 * whose process id may have been reused, is left alone.
 * @returns a function that ends the watch and resolves when the shell is gone too.
 */
export function stopServerWithThisProcess(pid: number, pidFile: string): () => Promise<void> {
  const script = `
    read -r _
    looks=0
    while [ $looks -lt ${LOOKS} ] && kill -0 "$2"; do
      read -r pid < "$1"
      [ "$pid" = "$2" ] && kill -INT "$2" && exit
      looks=$((looks + 1))
      sleep 0.1
    done`;
  const watchdog = spawn('/bin/sh', ['-c', script, 'watchdog', pidFile, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  // Neither the shell nor our end of the pipe may keep this process running.
  (watchdog.stdin as unknown as { unref(): void }).unref();
  return async () => {
    if (watchdog.exitCode !== null) return;
    watchdog.ref();
    watchdog.stdin.end();
    await once(watchdog, 'exit');
  };
}

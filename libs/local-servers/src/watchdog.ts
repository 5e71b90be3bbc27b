import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Ten seconds, for a server that has not written its pid file yet. */
const LOOKS = 100;

/**
 * Interrupts the server named in `pidFile` when this process is gone, however it went: a shell waits for the end of
 * a pipe that only we hold open. It looks into the pid file first, so a server that left by itself, and whose
 * process id somebody else may have by now, is left alone. Returns how to end the watch, which resolves when the shell
 * is gone too.
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

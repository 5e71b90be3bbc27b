import { readFileSync } from 'node:fs';

const PARENT_POLL_MS = 500;
/** npm forwards Ctrl-C although the terminal has already sent it to us: both count as one request. */
const SAME_WISH_MS = 1_000;

/**
 * Resolves on Ctrl-C, on SIGTERM, or when the npm that started us is gone. A second request ends this process
 * immediately; the apps and servers notice that and exit by themselves.
 */
export function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const ask = (): void => {
      if (askedAt !== undefined && Date.now() - askedAt > SAME_WISH_MS) process.exit(1);
      askedAt ??= Date.now();
      resolve();
    };
    process.on('SIGINT', ask);
    process.on('SIGTERM', ask);
    process.on('SIGHUP', ask);
    if (process.env['npm_lifecycle_event'] !== undefined) whenNpmIsGone(resolve);
  });
}

function whenNpmIsGone(then: () => void): void {
  const npm = npmPid();
  const timer = setInterval(() => {
    if (npmPid() === npm) return;
    clearInterval(timer);
    then();
  }, PARENT_POLL_MS);
  timer.unref();
}

/** The process id of the npm that started us. On Linux, our parent is npm's shell (`sh -c …`), which survives npm's end. */
function npmPid(): number {
  if (process.platform !== 'linux') return process.ppid;
  try {
    const [, flag] = readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').split('\0');
    if (flag !== '-c') return process.ppid;
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'utf8'))?.[1]);
  } catch {
    // The parent exited between two reads.
    return process.ppid;
  }
}

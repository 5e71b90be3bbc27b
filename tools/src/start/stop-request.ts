const PARENT_POLL_MS = 500;
/** npm passes Ctrl-C on to us although the terminal has done so already: that is one wish, not two. */
const SAME_WISH_MS = 1_000;

/**
 * Resolves at Ctrl-C, at SIGTERM, or when the npm that started us is gone. A second wish ends this process at once;
 * the apps and servers notice that and leave by themselves.
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
    if (process.env['npm_lifecycle_event'] !== undefined) whenParentIsGone(resolve);
  });
}

function whenParentIsGone(then: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, PARENT_POLL_MS);
  timer.unref();
}

import type { ChildProcess } from 'node:child_process';

/**
 * The next message of a child that we forked, of those that are meant.
 * @throws Error when the child ends without it.
 */
export function nextMessage<T>(
  child: ChildProcess,
  name: string,
  isMeant: (message: T) => boolean = () => true,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      if (!isMeant(message as T)) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(message as T);
    };
    const onExit = () => {
      child.off('message', onMessage);
      reject(new Error(`${name} ended unexpectedly.`));
    };
    child.on('message', onMessage);
    child.once('exit', onExit);
  });
}

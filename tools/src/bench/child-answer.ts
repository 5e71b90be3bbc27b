import type { ChildProcess } from 'node:child_process';

/**
 * The next message of a child that we forked.
 * @throws Error when the child ends without it.
 */
export function nextMessage<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      child.off('exit', onExit);
      resolve(message as T);
    };
    const onExit = () => {
      child.off('message', onMessage);
      reject(new Error(`${name} ended unexpectedly.`));
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}

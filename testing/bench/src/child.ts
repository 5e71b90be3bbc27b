import { fork, type ChildProcess } from 'node:child_process';

/** A program of the bench in its own process, whose work is not counted. */
export class Child {
  protected constructor(
    private readonly process: ChildProcess,
    private readonly name: string,
  ) {}

  /** @param name its name in errors, such as `The receiver`. */
  static start(entry: string, name: string): Child {
    return new Child(fork(entry), name);
  }

  get pid(): number {
    return this.process.pid!;
  }

  tell(order: object | string): void {
    this.process.send(order);
  }

  /**
   * Sends an order.
   * @returns the first message after the order that `isMeant` accepts.
   * @throws Error when the child exits before.
   */
  ask<T>(order: object | string, isMeant?: (message: T) => boolean): Promise<T> {
    this.tell(order);
    return nextMessage(this.process, this.name, isMeant);
  }

  stop(): void {
    this.process.disconnect();
  }
}

/** A child that serves HTTP, and reports its URL once it listens. */
export class ChildServer extends Child {
  private constructor(
    process: ChildProcess,
    name: string,
    readonly url: string,
  ) {
    super(process, name);
  }

  /** @param env variables besides those of this process. */
  static async listen(
    entry: string,
    name: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<ChildServer> {
    const child = fork(entry, { env: { ...process.env, ...env } });
    return new ChildServer(child, name, (await nextMessage<{ url: string }>(child, name)).url);
  }
}

function nextMessage<T>(
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

/** The other process. */
export interface Channel {
  send(message: object): void;
  on(event: 'message', listener: (message: Message) => void): void;
}

type Message =
  | { kind: 'ask'; id: number; name: string; args: unknown[] }
  | { kind: 'answer'; id: number; value: unknown; error: string | null };

type Answers = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Calls between two processes, in both directions. */
export class Calls {
  private readonly waiting = new Map<
    number,
    { done: (value: never) => void; failed: (error: Error) => void }
  >();
  private answers: Answers = {};
  private lastId = 0;

  constructor(private readonly channel: Channel) {
    channel.on('message', (message) => void this.take(message));
  }

  /** Answers calls of the other process. */
  answer(answers: Answers): void {
    this.answers = answers;
  }

  ask<T>(name: string, ...args: unknown[]): Promise<T> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise<T>((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.channel.send({ kind: 'ask', id, name, args });
    });
  }

  private async take(message: Message): Promise<void> {
    const { id } = message;
    if (message.kind === 'answer') {
      const { done, failed } = this.waiting.get(id)!;
      this.waiting.delete(id);
      return message.error === null ? done(message.value as never) : failed(new Error(message.error));
    }
    try {
      const value = await this.answers[message.name]!(...(message.args as never[]));
      this.channel.send({ kind: 'answer', id, value, error: null });
    } catch (error) {
      this.channel.send({ kind: 'answer', id, value: null, error: (error as Error).message });
    }
  }
}

/** Bytes of settings come as JSON writes those of Node. */
export function revive(_: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'data' in value && 'type' in value;
  return isBytes ? Buffer.from((value as { data: number[] }).data) : value;
}

import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { nextMessage } from '../../child-answer';

export interface ReceiverOrder {
  expected: number;
}

export type ReceiverMessage = { url: string } | { elapsedMs: number };

/** A receiver that answers 200 at once, in a process of its own, whose work is not counted. */
export class ReceiverProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<ReceiverProcess> {
    const child = fork(join(__dirname, 'main.js'));
    const { url } = await nextMessage<{ url: string }>(child, 'The receiver');
    return new ReceiverProcess(child, url);
  }

  /** Milliseconds from the first of so many requests to the last. */
  async expect(count: number): Promise<number> {
    this.child.send({ expected: count } satisfies ReceiverOrder);
    return (await nextMessage<{ elapsedMs: number }>(this.child, 'The receiver')).elapsedMs;
  }

  stop(): void {
    this.child.disconnect();
  }
}

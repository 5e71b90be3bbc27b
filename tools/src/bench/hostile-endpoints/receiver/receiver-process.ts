import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { nextMessage } from '../../child-answer';

export interface ReceiverOrder {
  /** A key of `behaviours`. */
  kind: string;
  cert: string;
  key: string;
}

export interface ReceiverReady {
  url: string;
}

/** The receiver, in a process of its own, whose work is not counted and takes no CPU time that the product wants. */
export class ReceiverProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly certificate: { cert: string; key: string },
  ) {}

  static start(certificate: { cert: string; key: string }): ReceiverProcess {
    const child = fork(join(__dirname, 'main.js'));
    setPriority(child.pid!, constants.priority.PRIORITY_LOW);
    return new ReceiverProcess(child, certificate);
  }

  /** Plays this kind from now on. @returns its URL. */
  async play(kind: string): Promise<string> {
    this.child.send({ kind, ...this.certificate } satisfies ReceiverOrder);
    return (await nextMessage<ReceiverReady>(this.child, 'The receiver')).url;
  }

  stop(): void {
    this.child.disconnect();
  }
}

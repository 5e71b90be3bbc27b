import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export interface BarePoolOrder {
  url: string;
  count: number;
  connections: number;
}

/** A signed undici pool without anything around it, in a process of its own. */
export class BarePoolProcess {
  private constructor(private readonly child: ChildProcess) {}

  static start(): BarePoolProcess {
    return new BarePoolProcess(fork(join(__dirname, 'main.js')));
  }

  get pid(): number {
    return this.child.pid!;
  }

  post(order: BarePoolOrder): void {
    this.child.send(order);
  }

  stop(): void {
    this.child.disconnect();
  }
}

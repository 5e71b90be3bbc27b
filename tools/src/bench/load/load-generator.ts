import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { nextMessage } from '../child-answer';
import type { Load, LoadReport, LoadResult } from './load';

/** Makes load from a process of its own, whose work is not counted. */
export class LoadGenerator {
  private constructor(private readonly child: ChildProcess) {}

  static start(): LoadGenerator {
    return new LoadGenerator(fork(join(__dirname, 'main.js')));
  }

  /** @throws Error when any request failed or was answered with anything but 2xx. */
  async make(load: Load): Promise<LoadResult> {
    this.child.send(load);
    const report = await nextMessage<LoadReport>(this.child, 'The load generator');
    if ('failure' in report) throw new Error(`${load.method} ${load.url}: ${report.failure}`);
    return report.result;
  }

  stop(): void {
    this.child.disconnect();
  }
}

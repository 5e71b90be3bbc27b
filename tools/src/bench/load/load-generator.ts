import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { nextMessage } from '../child-answer';
import type { Downloads, Load, LoadOrder, LoadReport, LoadResult, PacedLoad } from './load';

/** Makes load from a process of its own, whose work is not counted. */
export class LoadGenerator {
  private constructor(private readonly child: ChildProcess) {}

  static start(): LoadGenerator {
    return new LoadGenerator(fork(join(__dirname, 'main.js')));
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** @throws Error when any request failed or was answered with anything but 2xx. */
  make(load: Load): Promise<LoadResult> {
    return this.order({ load });
  }

  /** Makes `POST` requests. @throws Error when any failed or was answered with anything but 2xx. */
  makePaced(paced: PacedLoad): Promise<LoadResult> {
    return this.order({ paced });
  }

  /** Makes `GET` requests. @throws Error when any failed, was cut short or was answered with anything but 2xx. */
  makeDownloads(downloads: Downloads): Promise<LoadResult> {
    return this.order({ downloads });
  }

  /** How many requests of the load under way were answered until now. */
  async answered(): Promise<number> {
    this.say('count');
    const isCount = (report: LoadReport) => 'answered' in report;
    const report = await nextMessage<LoadReport>(this.child, 'The load generator', isCount);
    return (report as { answered: number }).answered;
  }

  stop(): void {
    this.child.disconnect();
  }

  private async order(order: Exclude<LoadOrder, 'count'>): Promise<LoadResult> {
    this.say(order);
    const isEnd = (report: LoadReport) => !('answered' in report);
    const report = await nextMessage<LoadReport>(this.child, 'The load generator', isEnd);
    if ('failure' in report) throw new Error(report.failure);
    return (report as { result: LoadResult }).result;
  }

  private say(order: LoadOrder): void {
    this.child.send(order);
  }
}

import { join } from 'node:path';
import { Child } from '../child';
import type { Downloads, Load, LoadOrder, LoadReport, LoadResult, PacedLoad } from './load';

/** Makes load from its own process, whose work is not counted. */
export class LoadGenerator {
  private constructor(private readonly child: Child) {}

  static start(): LoadGenerator {
    return new LoadGenerator(Child.start(join(__dirname, 'main.js'), 'The load generator'));
  }

  get pid(): number {
    return this.child.pid;
  }

  /** @throws Error when any request failed or was answered with anything but 2xx. */
  make(load: Load): Promise<LoadResult> {
    return this.order({ load });
  }

  /** Makes `POST` requests. @throws Error when any failed or was answered with anything but 2xx. */
  makePaced(paced: PacedLoad): Promise<LoadResult> {
    return this.order({ paced });
  }

  /** Makes `GET` requests. @throws Error when any failed, was truncated or was answered with anything but 2xx. */
  makeDownloads(downloads: Downloads): Promise<LoadResult> {
    return this.order({ downloads });
  }

  /** Number of requests of the current load that have been answered. */
  async answered(): Promise<number> {
    const order: LoadOrder = 'count';
    const isCount = (report: LoadReport) => 'answered' in report;
    return ((await this.child.ask(order, isCount)) as { answered: number }).answered;
  }

  stop(): void {
    this.child.stop();
  }

  private async order(order: Exclude<LoadOrder, 'count'>): Promise<LoadResult> {
    const isEnd = (report: LoadReport) => !('answered' in report);
    const report = await this.child.ask(order, isEnd);
    if ('failure' in report) throw new Error(report.failure);
    return (report as { result: LoadResult }).result;
  }
}

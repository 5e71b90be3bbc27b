import { join } from 'node:path';
import { Child } from '../../child';
import type { Order, Report, Writing, WritingResult } from './orders';

/** The people with their phones and the webhook receivers, in their own process, whose work is not counted. */
export class PhonesProcess {
  private constructor(private readonly child: Child) {}

  static start(): PhonesProcess {
    return new PhonesProcess(Child.start(join(__dirname, 'main.js'), 'The process of the phones'));
  }

  get pid(): number {
    return this.child.pid;
  }

  /** Opens that many receivers. @returns their URLs. */
  async listen(count: number): Promise<string[]> {
    return (await this.ask({ listen: count }, 'urls')).urls;
  }

  /** Sets the signing secret of each receiver, in order. */
  async trust(secrets: string[]): Promise<void> {
    await this.ask({ trust: secrets }, 'trusted');
  }

  /** @throws Error when a message was refused, or its webhook did not arrive within a minute. */
  async write(writing: Writing): Promise<WritingResult> {
    return (await this.ask({ write: writing }, 'result')).result;
  }

  /** Number of webhooks that have arrived for the current writing. */
  async arrived(): Promise<number> {
    return (await this.ask('count', 'arrived')).arrived;
  }

  stop(): void {
    this.child.stop();
  }

  private async ask<Kind extends string>(order: Order, kind: Kind) {
    const isMeant = (report: Report) => kind in report || 'failure' in report;
    const report = await this.child.ask(order, isMeant);
    if ('failure' in report) throw new Error(report.failure);
    return report as Extract<Report, Record<Kind, unknown>>;
  }
}

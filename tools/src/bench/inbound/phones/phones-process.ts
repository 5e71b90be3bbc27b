import { join } from 'node:path';
import { Child } from '../../child';
import type { Order, Report, Writing, WritingResult } from './orders';

/** The people with their phones and the receivers of webhooks, in a process of their own, whose work is not counted. */
export class PhonesProcess {
  private constructor(private readonly child: Child) {}

  static start(): PhonesProcess {
    return new PhonesProcess(Child.start(join(__dirname, 'main.js'), 'The process of the phones'));
  }

  get pid(): number {
    return this.child.pid;
  }

  /** Opens so many receivers. @returns their URLs. */
  async listen(count: number): Promise<string[]> {
    return (await this.ask({ listen: count }, 'urls')).urls;
  }

  /** The signing secret of each receiver, in their order. */
  async trust(secrets: string[]): Promise<void> {
    await this.ask({ trust: secrets }, 'trusted');
  }

  /** @throws Error when a message was refused, or its webhook did not arrive within a minute. */
  async write(writing: Writing): Promise<WritingResult> {
    return (await this.ask({ write: writing }, 'result')).result;
  }

  /** How many webhooks of the writing under way arrived until now. */
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

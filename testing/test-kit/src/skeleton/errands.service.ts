import { Controller, Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Handles, newTraceparent, Transactions } from '@chat/bus';
import { Empty, operation, Text, type InputOf, type RequestContext } from '@chat/contracts';
import { AppError } from '@chat/errors';
import {
  busService,
  type Conclusion,
  CONFIG,
  type Environment,
  type Job,
  Jobs,
  jobType,
  loadConfig,
  settings,
} from '@chat/service-kit';

/** A minimal service with jobs, for the specs of jobs. */
export class ErrandText {
  @Text({ max: 50 }) text!: string;
}

export const orderErrand = operation({
  subject: 'rpc.errands.errand.order',
  effect: 'write',
  body: ErrandText,
  output: Empty,
});

interface Errand {
  text: string;
  /** How often it was continued. */
  stage: number;
}

/** Makes an external call with its text, and stores the response. */
export const errand = jobType<Errand>('errand');
/** Given up after three failures. */
const hastyErrand = jobType<Errand>('hasty-errand', { giveUpAfterMs: 0 });
/** A replica runs one at a time. */
const lonelyErrand = jobType<Errand>('lonely-errand', { atOnce: 1 });

const typeOf = (text: string) =>
  text.startsWith('hasty') ? hastyErrand : text.startsWith('lonely') ? lonelyErrand : errand;

class CreateErrands1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE errands.notes (account_id bigint NOT NULL, text text NOT NULL, stage integer NOT NULL, traceparent text)',
    );
  }

  async down(): Promise<void> {}
}

const loadErrandsConfig = (environment: Environment) =>
  loadConfig({ OUTSIDE_URL: settings.str() }, environment);

@Controller()
export class ErrandsController implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: ReturnType<typeof loadErrandsConfig>,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(Jobs) private readonly jobs: Jobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(errand, (job) => this.run(job));
    this.jobs.handle(hastyErrand, (job) => this.run(job));
    this.jobs.handle(lonelyErrand, (job) => this.run(job));
  }

  /** `hasty …` may be given up, `lonely …` runs alone; `roll back …` is rolled back. */
  @Handles(orderErrand)
  async order({ body: { text } }: InputOf<typeof orderErrand>, context: RequestContext): Promise<Empty> {
    return this.transactions.run(context, async (tx) => {
      await this.jobs.add(tx, typeOf(text), { accountId: context.account.id, data: { text, stage: 0 } });
      if (text.startsWith('roll back')) throw new AppError('conflict');
      return {};
    });
  }

  /** The external system responds 200 (done), 202 (continue later) or an error. */
  private async run({ accountId, data, signal, traceparent }: Job<Errand>): Promise<Conclusion<Errand>> {
    const headers = { traceparent: traceparent ?? newTraceparent() };
    const url = `${this.config.OUTSIDE_URL}/${accountId}/${encodeURIComponent(data.text)}`;
    const answer = await fetch(url, { method: 'POST', headers, signal });
    if (!answer.ok) throw new Error(`The outside world answered ${answer.status}.`);
    return async ({ manager }) => {
      await manager.query(
        'INSERT INTO errands.notes (account_id, text, stage, traceparent) VALUES ($1, $2, $3, $4)',
        [accountId, data.text, data.stage, traceparent],
      );
      if (answer.status === 202) return { delayMs: 0, data: { ...data, stage: data.stage + 1 } };
    };
  }
}

@Module({ controllers: [ErrandsController] })
class ErrandsModule {}

export const errandsService = busService({
  name: 'errands',
  loadConfig: loadErrandsConfig,
  database: { schema: 'errands', entities: [], migrations: [CreateErrands1764000000000] },
  busUse: { calls: [], consumes: {} },
  module: ErrandsModule,
});

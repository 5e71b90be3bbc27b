import { Inject, Injectable } from '@nestjs/common';
import { Batcher } from '@chat/flow';
import { Transactions } from '@chat/bus';
import { CONFIG, LOGGER, wasRolledBack, type Logger } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import { AttemptLog } from './attempt-log';
import { DisabledEndpointsService } from '../disabled-endpoints/disabled-endpoints.service';
import type { AttemptResult } from './claimed-delivery';
import { ResultsRepository } from './results.repository';
import { leaseMsOf } from '../lanes/lease.rules';
import { outcomesOf } from './outcome.rules';
import { OutcomesRepository } from './outcomes.repository';
import { RecentFailures } from './recent-failures';

const BATCH_SIZE = 256;
/** Under load, results that arrive within this many ms are written together. */
const GATHER_MS = 10;

/** Writes the results of attempts. Results that arrive during a write share the next one. */
@Injectable()
export class AttemptRecorder {
  private readonly batches = new Batcher((results: AttemptResult[]) => this.write(results), {
    size: BATCH_SIZE,
    gatherMs: GATHER_MS,
    changedNothing: wasRolledBack,
  });

  private readonly failures: RecentFailures;

  constructor(
    @Inject(CONFIG) config: WebhooksConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly results: ResultsRepository,
    private readonly outcomes: OutcomesRepository,
    private readonly transactions: Transactions,
    private readonly disabled: DisabledEndpointsService,
    private readonly log: AttemptLog,
  ) {
    this.failures = new RecentFailures(leaseMsOf(config));
  }

  /**
   * Resolves once the result is written or the write has failed. In the latter case the lease lapses and the delivery
   * is attempted again.
   */
  async record(result: AttemptResult): Promise<void> {
    try {
      await this.batches.add(result);
    } catch (error) {
      const { accountId, webhookId, id: deliveryId } = result.delivery;
      this.logger.error({ error, accountId, webhookId, deliveryId }, 'an attempt could not be recorded');
    }
  }

  /**
   * Writes the results, then the outcomes of those that were recorded: what another process has taken over says nothing about
   * the endpoint, which may have waited for this process. A crash between the two steps delays a retry by at most the rest of the
   * lease: a lane with a delivery in flight becomes due when the lease lapses.
   */
  private async write(results: AttemptResult[]): Promise<void[]> {
    const recorded = await this.results.record(results);
    this.log.noteGivenUp(recorded);
    const outcomes = outcomesOf(recorded, this.failures);
    if (outcomes.length > 0) {
      await this.transactions.run(null, async (tx) => {
        const changes = await this.outcomes.noteHealth(outcomes, tx.manager);
        await this.outcomes.moveLanes(outcomes, tx.manager);
        for (const change of changes) {
          if (change.disabledReason) await this.disabled.follow(tx, change, change.disabledReason);
        }
        tx.afterCommit(() => this.log.noteHealth(changes, recorded));
      });
      this.failures.note(outcomes, performance.now());
    }
    return results.map(() => undefined);
  }
}

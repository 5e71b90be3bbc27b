import { Inject, Injectable } from '@nestjs/common';
import { Batcher } from '@chat/batcher';
import { LOGGER, wasRolledBack, type Logger } from '@chat/service-kit';
import { DispatchRepository, type AttemptResult } from './dispatch.repository';

const BATCH_SIZE = 256;

/** Writes the results of attempts: those that come while one batch is written go together into the next. */
@Injectable()
export class AttemptRecorder {
  private readonly results = new Batcher((results: AttemptResult[]) => this.write(results), {
    size: BATCH_SIZE,
    changedNothing: wasRolledBack,
  });

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly repository: DispatchRepository,
  ) {}

  /** Resolves when the result is written, or could not be: its lease then lapses and the delivery goes again. */
  async record(result: AttemptResult): Promise<void> {
    try {
      await this.results.add(result);
    } catch (error) {
      this.logger.error({ error, deliveryId: result.delivery.id }, 'an attempt could not be recorded');
    }
  }

  private async write(results: AttemptResult[]): Promise<void[]> {
    await this.repository.record(results);
    const changes = healthChanges(results);
    if (changes.length > 0) await this.repository.noteHealth(changes);
    return results.map(() => undefined);
  }
}

/** The endpoints that began to fail or to answer, as far as this batch tells: any success counts as answering. */
function healthChanges(
  results: AttemptResult[],
): { accountId: number; webhookId: number; isFailing: boolean }[] {
  const healthy = new Set(
    results.filter(({ error }) => error === null).map(({ delivery }) => delivery.webhookId),
  );
  const changed = new Map(
    results
      .map(({ delivery }) => ({ ...delivery, isFailing: !healthy.has(delivery.webhookId) }))
      .filter(({ isEndpointFailing, isFailing }) => isEndpointFailing !== isFailing)
      .map(({ accountId, webhookId, isFailing }) => [webhookId, { accountId, webhookId, isFailing }]),
  );
  return [...changed.values()];
}

import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@chat/service-kit';
import { DispatchRepository, type AttemptResult } from './dispatch.repository';

interface Batch {
  results: AttemptResult[];
  written: Promise<void>;
}

/** Writes the results of attempts in batches: those that arrive during one write go together into the next. */
@Injectable()
export class AttemptRecorder {
  private next: Batch | null = null;
  private lastWrite: Promise<void> = Promise.resolve();

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly repository: DispatchRepository,
  ) {}

  /** Resolves when the result is written, or could not be: its lease then lapses and the delivery goes again. */
  record(result: AttemptResult): Promise<void> {
    this.next ??= this.openBatch();
    this.next.results.push(result);
    return this.next.written;
  }

  private openBatch(): Batch {
    const batch: Batch = { results: [], written: this.lastWrite.then(() => this.write(batch)) };
    this.lastWrite = batch.written;
    return batch;
  }

  private async write(batch: Batch): Promise<void> {
    this.next = null;
    try {
      await this.repository.record(batch.results);
      const changes = healthChanges(batch.results);
      if (changes.length > 0) await this.repository.noteHealth(changes);
    } catch (error) {
      this.logger.error({ error, attempts: batch.results.length }, 'attempts could not be recorded');
    }
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

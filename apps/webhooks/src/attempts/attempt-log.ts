import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@chat/service-kit';
import { recordsOfPayload } from '../payloads/payload.rules';
import type { AttemptResult } from './claimed-delivery';
import type { HealthChange } from './outcomes.repository';

/** Logs what becomes of deliveries and endpoints: never an address, a payload or a response. */
@Injectable()
export class AttemptLog {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Logs deliveries that got no success and get no more attempts: one line per endpoint, which names the first. */
  noteGivenUp(results: readonly AttemptResult[]): void {
    const firsts = new Map<number, { result: AttemptResult; count: number }>();
    for (const result of results) {
      const { status } = result.verdict;
      if (status !== 'failed' && status !== 'blocked') continue;
      const first = firsts.get(result.delivery.webhookId);
      if (first) first.count += 1;
      else firsts.set(result.delivery.webhookId, { result, count: 1 });
    }
    for (const { result, count } of firsts.values()) {
      this.logger.warn(
        { ...namesOf(result), status: result.verdict.status, count },
        'a delivery was given up',
      );
    }
  }

  /** Logs the endpoints whose health changed. @param results the attempts that changed it. */
  noteHealth(changes: readonly HealthChange[], results: readonly AttemptResult[]): void {
    for (const { accountId, webhookId, isFailing, disabledReason } of changes) {
      const latest = results.findLast(({ delivery }) => delivery.webhookId === webhookId);
      const names = { accountId, webhookId, ...(latest && namesOf(latest)) };
      if (disabledReason) this.logger.warn({ ...names, reason: disabledReason }, 'an endpoint was disabled');
      else if (isFailing) this.logger.warn(names, 'an endpoint began to fail');
      else this.logger.info({ accountId, webhookId }, 'an endpoint responds again');
    }
  }
}

function namesOf({ delivery, error, responseStatus, durationMs }: AttemptResult): object {
  const { accountId, webhookId, id, eventId, attempts, payload } = delivery;
  return {
    ...recordsOfPayload(payload),
    ...{ accountId, webhookId, deliveryId: id, eventId, attempts: attempts + 1 },
    ...{ code: error, responseStatus, durationMs },
  };
}

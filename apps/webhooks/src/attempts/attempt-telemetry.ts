import { attributesOf, instruments, startSpan, type NamedRecords } from '@chat/telemetry';
import { ageMsOf, recordsOfPayload } from '../payloads/payload.rules';
import type { ClaimedDelivery } from './claimed-delivery';
import type { AttemptAnswer } from './attempt.rules';

/**
 * Starts to measure and trace one attempt.
 * @returns a function to call with the answer, or with null if the attempt was aborted.
 */
export function watchAttempt(delivery: ClaimedDelivery): (answer: AttemptAnswer | null) => void {
  if (delivery.isMeasured)
    instruments.webhookDelay.live?.observe(ageMsOf(delivery.payload, Date.now()) / 1000);
  const span = startSpan(delivery, 'webhooks', 'POST webhook', 'client');
  span?.set(attributesOf(namesOf(delivery)));
  return (answer) => {
    if (answer) instruments.webhookAttempts.live?.inc({ outcome: answer.error ?? 'succeeded' });
    if (answer?.responseStatus) span?.set({ 'http.response.status_code': answer.responseStatus });
    span?.end(answer ? (answer.error ?? undefined) : 'aborted');
  };
}

function namesOf({ accountId, webhookId, id, eventId, payload }: ClaimedDelivery): NamedRecords {
  return { ...recordsOfPayload(payload), accountId, webhookId, deliveryId: id, eventId };
}

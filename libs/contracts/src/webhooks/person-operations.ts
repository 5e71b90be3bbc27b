import { operation } from '..';
import { ErasedDeliveries, ExportedDeliveries, PersonDeliveries } from './person.dto';

/**
 * Erases one batch of payloads and recorded responses. Pending deliveries are not sent any more, unless they are
 * already in flight. Idempotent.
 */
export const erasePersonDeliveries = operation({
  subject: 'rpc.webhooks.person.erase-deliveries',
  effect: 'write',
  body: PersonDeliveries,
  output: ErasedDeliveries,
  timeoutMs: 25_000,
});

export const exportPersonDeliveries = operation({
  subject: 'rpc.webhooks.person.export-deliveries',
  effect: 'read',
  body: PersonDeliveries,
  output: ExportedDeliveries,
  timeoutMs: 25_000,
});

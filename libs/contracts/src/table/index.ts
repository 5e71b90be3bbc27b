import type { EventType, Operation } from '..';
import * as channels from '../channels';
import * as crm from '../crm';
import * as deviceSessions from '../device-sessions';
import * as gateway from '../gateway';
import * as messaging from '../messaging';
import * as tickets from '../tickets';
import * as webhooks from '../webhooks';

const exported = [channels, crm, deviceSessions, gateway, messaging, tickets, webhooks].flatMap((service) =>
  Object.values<unknown>(service),
);

/** Every operation of every service. */
export const operations: readonly Operation[] = exported.filter(
  (value): value is Operation => hasSubject(value) && value.subject.startsWith('rpc.'),
);

/** Every event type of every service. */
export const eventTypes: readonly EventType[] = exported.filter(
  (value): value is EventType => hasSubject(value) && value.subject.startsWith('evt.'),
);

function hasSubject(value: unknown): value is { subject: string } {
  return (
    typeof value === 'object' && value !== null && 'subject' in value && typeof value.subject === 'string'
  );
}

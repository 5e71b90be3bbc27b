import { historyOfApp, LITTLE_MEMORY_FOR_HISTORY } from './cloud/coexistence.journeys';
import { personErased } from './crm/person.journeys';
import { hiddenPersonErased } from './crm/phone-person.journeys';
import { readersOfStreams } from './event-streams/event-streams.journeys';
import { idempotentSends } from './messages/idempotent-sends.journeys';
import { sharedStack } from './shared-stack';

describe('a process for every service and three gateways, some of which are killed', () => {
  const stack = sharedStack({
    layout: 'services',
    replicas: { gateway: 3 },
    env: { SEND_TIMEOUT_MS: '10000' },
    envOf: LITTLE_MEMORY_FOR_HISTORY,
  });

  describe('a person who is erased', () => personErased(stack));
  describe('a person on the phones’ network who is erased', () => hiddenPersonErased(stack));
  describe('sends with an Idempotency-Key', () =>
    idempotentSends(stack, ['gateway-2', 'messaging', 'device-sessions']));
  describe('the readers of event streams', () => readersOfStreams(stack));
  describe('a history of the business app', () => historyOfApp(stack));
});

import { idempotentSends } from './messages/idempotent-sends.journeys';

describe('sends with an Idempotency-Key', () =>
  idempotentSends(['gateway-2', 'messaging', 'device-sessions']));

import { eventType } from '..';
import { AcknowledgedMessageData, InboundMessageData, SessionSnapshot } from './session.dto';

export const sessionStatusChanged = eventType({
  type: 'session.status_changed',
  subject: 'evt.device-sessions.session.status-changed',
  data: SessionSnapshot,
  webhook: false,
});

export const deviceMessageReceived = eventType({
  type: 'device_message.received',
  subject: 'evt.device-sessions.message.received',
  data: InboundMessageData,
  webhook: false,
});

export const deviceMessageAcknowledged = eventType({
  type: 'device_message.acknowledged',
  subject: 'evt.device-sessions.message.acknowledged',
  data: AcknowledgedMessageData,
  webhook: false,
});

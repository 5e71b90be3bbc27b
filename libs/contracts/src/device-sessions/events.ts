import { eventType } from '..';
import { SessionSnapshot } from './session.dto';

export const sessionStatusChanged = eventType({
  type: 'session.status_changed',
  subject: 'evt.device-sessions.session.status-changed',
  data: SessionSnapshot,
  webhook: false,
});

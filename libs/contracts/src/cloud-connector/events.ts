import { eventType } from '..';
import { MarketingPreference, NumberSnapshot } from './number.dto';

export const numberStatusChanged = eventType({
  type: 'number.status_changed',
  subject: 'evt.cloud-connector.number.status-changed',
  data: NumberSnapshot,
  webhook: false,
});

export const marketingPreferenceChanged = eventType({
  type: 'preference.marketing_changed',
  subject: 'evt.cloud-connector.preference.marketing-changed',
  data: MarketingPreference,
  webhook: false,
});

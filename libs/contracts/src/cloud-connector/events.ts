import { eventType } from '..';
import { AppContacts, MarketingPreference, NumberSnapshot } from './number.dto';
import { TemplateReport } from './template.dto';

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

/**
 * The provider reported a change of a template. Published for every account that has a number in the template's
 * provider account.
 */
export const templateReported = eventType({
  type: 'cloud-connector.template.reported',
  subject: 'evt.cloud-connector.internal.template.reported',
  data: TemplateReport,
  webhook: false,
});

/** Changed entries of the business app's address book. */
export const appContactsChanged = eventType({
  type: 'app-contacts.changed',
  subject: 'evt.cloud-connector.internal.app-contacts.changed',
  data: AppContacts,
  webhook: false,
});

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

/** The provider says something of a template, to every account that has a number of the template's provider account. */
export const templateReported = eventType({
  type: 'cloud-connector.template.reported',
  subject: 'evt.cloud-connector.internal.template.reported',
  data: TemplateReport,
  webhook: false,
});

/** The address book of the business app, as far as it changed. */
export const appContactsChanged = eventType({
  type: 'app-contacts.changed',
  subject: 'evt.cloud-connector.internal.app-contacts.changed',
  data: AppContacts,
  webhook: false,
});

import { nothing, warned, disconnected, type Expectation } from './expectation';

const accounts: Record<string, Expectation> = {
  'restriction of business-initiated messages': warned(
    'The channel stays connected and warns; only messages outside a window are refused.',
    'restricted',
  ),
  'restriction of customer-initiated messages too': disconnected(
    'Nothing can be sent any more.',
    'account_restricted',
  ),
  'restriction of utility templates': warned(
    'The channel stays connected and warns; only these are refused.',
    'restricted',
  ),
  'limit of utility templates': nothing(
    'The channel stays connected: the provider refuses what is too much.',
  ),
  'warning about utility templates': nothing('A warning without a restriction restricts nothing.'),
  'utility templates permitted again': nothing('The end of a restriction restricts nothing.'),
  'restriction of new numbers': nothing('It concerns no message.'),
  violation: nothing('A restriction would be told as one.'),
  banned: disconnected('The account can do nothing any more.', 'account_restricted'),
  'to be banned': warned(
    'The channel stays connected, and says when to expect the end.',
    'disable_scheduled',
  ),
  'ban lifted': nothing('The channel was connected.'),
  'partner added': nothing('The account is ours already.'),
  'another app of the partner uninstalled': nothing('It is not our app.'),
  'our app uninstalled': disconnected('The account took our permissions back.', 'number_removed'),
  'partner removed, with a solution': disconnected('The account left the partner.', 'number_removed'),
  'disconnected: the app was not opened': disconnected('The app ended it.', 'number_removed'),
  'disconnected: a linked device was not used': disconnected('The app ended it.', 'number_removed'),
  'disconnected: the number moved to the app for consumers': disconnected(
    'The app ended it.',
    'number_removed',
  ),
  'offboarded for a while': disconnected('Until it is reconnected.', 'account_offboarded'),
  reconnected: nothing('The channel was connected.'),
  'account deleted': disconnected('All numbers of the account are gone.', 'number_removed'),
  'verified account': nothing('It changes nothing here.'),
  phone_number_quality_update: {
    says: 'The limit is another.',
    atProvider: { messaging_limit: 'TIER_UNLIMITED' },
    api: ['number: quality GREEN, limit TIER_UNLIMITED, name APPROVED'],
    events: ['device.updated'],
  },
  phone_number_name_update: nothing('The name is approved already.'),
  business_capability_update: nothing('A count of people is not the limit of a number.'),
  'business_capability_update with a tier': {
    says: 'The limit is another.',
    atProvider: { messaging_limit: 'TIER_10K' },
    api: ['number: quality GREEN, limit TIER_10K, name APPROVED'],
    events: ['device.updated'],
  },
  account_alerts: nothing('Not subscribed to.'),
  account_review_update: nothing('Not subscribed to.'),
  security: nothing('Not subscribed to.'),
  business_username_update: nothing('Not subscribed to.'),
  partner_solutions: nothing('Not subscribed to.'),
  payment_configuration_update: nothing('Not subscribed to.'),
};

const templates: Record<string, Expectation> = {
  'template approved': {
    says: 'The template is approved.',
    template: true,
    api: ['template order_confirmation_slow UTILITY APPROVED'],
    events: ['template.status_changed'],
  },
  'template rejected': {
    says: 'The template is rejected, with the reason.',
    template: true,
    api: ['template order_confirmation_slow UTILITY REJECTED (INVALID_FORMAT)'],
    events: ['template.status_changed'],
  },
  message_template_quality_update: { ...nothing('Nothing shown changes.'), template: true },
  message_template_components_update: {
    ...nothing('The template is read again, and is as it was.'),
    template: true,
  },
  template_category_update: {
    says: 'The template has another category.',
    template: true,
    api: ['template order_confirmation_slow MARKETING PENDING'],
    events: ['template.category_changed'],
  },
  template_correct_category_detection: { ...nothing('Not subscribed to.'), template: true },
};

/** Of accounts, numbers and templates. */
export const accountExpectations: Record<string, Expectation> = { ...accounts, ...templates };

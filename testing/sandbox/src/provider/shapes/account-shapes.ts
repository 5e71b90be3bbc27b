import { aboutAccount, PARTNER, referenceOf, type Facts, type Shape } from './shape';

const DAY_SECONDS = 24 * 60 * 60;
/** The business that owns the account. */
const OWNER = '2329417887457253';
const UPDATE = referenceOf('account_update');
const CATEGORIES =
  'https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/template-categorization';

function update(name: string, value: (facts: Facts) => object, source = UPDATE): Shape {
  return { name, source, body: (facts) => aboutAccount(facts, 'account_update', value(facts)) };
}

/** An event of the relation to a partner: its entry names the partner's business. */
function partnerUpdate(name: string, event: string, info: (facts: Facts) => object): Shape {
  return {
    name,
    source: UPDATE,
    body: (facts) => {
      const waba = { waba_id: facts.wabaId, owner_business_id: OWNER, ...info(facts) };
      return aboutAccount(facts, 'account_update', { event, waba_info: waba }, PARTNER);
    },
  };
}

function restriction(name: string, kinds: string[], more: object = {}, source = UPDATE): Shape {
  return update(
    name,
    ({ now }) => ({
      event: 'ACCOUNT_RESTRICTION',
      ...more,
      restriction_info: kinds.map((kind) => ({
        restriction_type: kind,
        expiration: String(now + DAY_SECONDS),
        remediation: 'Review your messaging practices',
      })),
    }),
    source,
  );
}

function violation(name: string, event: string, type: string, source = UPDATE): Shape {
  return update(name, () => ({ event, violation_info: { violation_type: type } }), source);
}

function removal(name: string, reason: string, initiator: string): Shape {
  return update(name, ({ business }) => ({
    phone_number: business,
    event: 'PARTNER_REMOVED',
    disconnection_info: { reason, initiated_by: initiator },
  }));
}

const BUSINESS_INITIATED = 'RESTRICTED_BIZ_INITIATED_MESSAGING';
const CUSTOMER_INITIATED = 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING';

const updates: Shape[] = [
  restriction('restriction of business-initiated messages', [BUSINESS_INITIATED]),
  restriction('restriction of customer-initiated messages too', [BUSINESS_INITIATED, CUSTOMER_INITIATED]),
  restriction(
    'restriction of utility templates',
    ['RESTRICTED_UTILITY_TEMPLATES'],
    { violation_info: { violation_type: 'UTILITY_TEMPLATE_ABUSE' } },
    CATEGORIES,
  ),
  restriction(
    'limit of utility templates',
    ['RATE_LIMITED_UTILITY_TEMPLATE_MESSAGING'],
    { violation_info: { violation_type: 'UTILITY_TEMPLATE_ABUSE_RATE_LIMIT' } },
    CATEGORIES,
  ),
  violation('warning about utility templates', 'ACCOUNT_RESTRICTION', 'UTILITY_TEMPLATE_ABUSE', CATEGORIES),
  violation(
    'utility templates permitted again',
    'ACCOUNT_RESTRICTION',
    'UTILITY_TEMPLATE_ABUSE_UNBAN',
    CATEGORIES,
  ),
  restriction('restriction of new numbers', ['RESTRICTED_ADD_PHONE_NUMBER_ACTION']),
  violation('violation', 'ACCOUNT_VIOLATION', 'ADULT'),
  update('banned', () => ({
    event: 'DISABLED_UPDATE',
    ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: 'November 26, 2026' },
  })),
  update('to be banned', () => ({
    event: 'DISABLED_UPDATE',
    ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE', waba_ban_date: 'November 26, 2026' },
  })),
  update('ban lifted', () => ({
    event: 'DISABLED_UPDATE',
    ban_info: { waba_ban_state: 'REINSTATE', waba_ban_date: 'November 26, 2026' },
  })),
  partnerUpdate('partner added', 'PARTNER_ADDED', () => ({})),
  partnerUpdate('another app of the partner uninstalled', 'PARTNER_APP_UNINSTALLED', () => ({
    partner_app_id: '869361281603019',
  })),
  partnerUpdate('our app uninstalled', 'PARTNER_APP_UNINSTALLED', ({ appId }) => ({
    partner_app_id: appId,
  })),
  partnerUpdate('partner removed, with a solution', 'PARTNER_REMOVED', () => ({
    solution_id: '1715120619246906',
    solution_partner_business_ids: [PARTNER, '520744086200222'],
  })),
  removal('disconnected: the app was not opened', 'PRIMARY_INACTIVITY', 'SYSTEM'),
  removal('disconnected: a linked device was not used', 'COMPANION_INACTIVITY', 'SYSTEM'),
  removal('disconnected: the number moved to the app for consumers', 'BUSINESS_DOWNGRADE', 'USER'),
  update('offboarded for a while', () => ({ event: 'ACCOUNT_OFFBOARDED' })),
  update('reconnected', () => ({ event: 'ACCOUNT_RECONNECTED' })),
  update('account deleted', () => ({ event: 'ACCOUNT_DELETED' })),
  update('verified account', ({ business }) => ({ event: 'VERIFIED_ACCOUNT', phone_number: business })),
];

function account(field: string, value: (facts: Facts) => object, name = field): Shape {
  return { name, source: referenceOf(field), body: (facts) => aboutAccount(facts, field, value(facts)) };
}

const others: Shape[] = [
  account('phone_number_quality_update', ({ business }) => ({
    display_phone_number: business,
    event: 'THROUGHPUT_UPGRADE',
    current_limit: 'TIER_UNLIMITED',
    old_limit: 'TIER_100K',
    max_daily_conversations_per_business: 'TIER_UNLIMITED',
  })),
  account('phone_number_name_update', ({ business }) => ({
    display_phone_number: business,
    decision: 'APPROVED',
    requested_verified_name: 'X',
    rejection_reason: null,
  })),
  account('business_capability_update', () => ({
    max_daily_conversations_per_business: 2000,
    max_phone_numbers_per_business: 20,
  })),
  account(
    'business_capability_update',
    () => ({ max_daily_conversations_per_business: 'TIER_10K', max_phone_numbers_per_waba: 25 }),
    'business_capability_update with a tier',
  ),
  account('account_alerts', () => ({
    entity_type: 'BUSINESS',
    entity_id: '1',
    alert_severity: 'INFORMATIONAL',
    alert_status: 'NONE',
    alert_type: 'OBA_APPROVED',
    alert_description: 'x',
  })),
  account('account_review_update', () => ({ decision: 'APPROVED' })),
  account('security', ({ business }) => ({
    display_phone_number: business,
    event: 'PIN_CHANGED',
    requester: '1',
  })),
  account('business_username_update', ({ business }) => ({
    display_phone_number: business,
    username: 'shop',
    status: 'approved',
  })),
  account('partner_solutions', () => ({
    event: 'SOLUTION_CREATED',
    solution_id: '7',
    solution_status: 'INITIATED',
  })),
  account('payment_configuration_update', () => ({
    configuration_name: 'c',
    provider_name: 'razorpay',
    provider_mid: 'm',
    status: 'Active',
    created_timestamp: 1,
    updated_timestamp: 2,
  })),
];

const named = ({ template }: Facts) => ({
  message_template_id: Number(template),
  message_template_name: 'order_confirmation_slow',
  message_template_language: 'en_US',
});

const templates: Shape[] = [
  account(
    'message_template_status_update',
    (facts) => ({ event: 'APPROVED', ...named(facts), reason: 'NONE', message_template_category: 'UTILITY' }),
    'template approved',
  ),
  account(
    'message_template_status_update',
    (facts) => ({
      event: 'REJECTED',
      ...named(facts),
      reason: 'INVALID_FORMAT',
      message_template_category: 'MARKETING',
      rejection_info: { reason: 'adjacent', recommendation: 'Separate' },
    }),
    'template rejected',
  ),
  account('message_template_quality_update', (facts) => ({
    previous_quality_score: 'GREEN',
    new_quality_score: 'YELLOW',
    ...named(facts),
  })),
  account('message_template_components_update', (facts) => ({
    ...named(facts),
    message_template_title: 'T',
    message_template_element: 'B',
    message_template_footer: 'F',
    message_template_buttons: [],
  })),
  account('template_category_update', (facts) => ({
    ...named(facts),
    previous_category: 'UTILITY',
    new_category: 'MARKETING',
    correct_category: 'MARKETING',
  })),
  account('template_correct_category_detection', (facts) => ({
    ...named(facts),
    category: 'UTILITY',
    correct_category: 'MARKETING',
  })),
];

/** What happens to accounts, numbers and templates. */
export const accountShapes: Shape[] = [...updates, ...others, ...templates];

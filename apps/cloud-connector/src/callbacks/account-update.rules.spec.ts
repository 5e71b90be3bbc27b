import { effectOn, wabaOf } from './account-update.rules';

const now = new Date('2026-01-01T10:00:00.000Z');
const seconds = (moment: string) => Date.parse(moment) / 1_000;

const connected = {
  phone_number: '4930',
  status: 'connected',
  reason: 'connected',
  restrictions: [],
} as const;
const down = (reason: string) => ({ ...connected, status: 'disconnected', reason }) as const;
const gone = { kind: 'disconnect', trouble: 'number_removed' };
const stopped = { kind: 'disconnect', trouble: 'account_restricted' };
const starts = { kind: 'business_initiated', until: null } as const;
const answers = { kind: 'customer_initiated', until: null } as const;
const utility = { kind: 'utility_templates', until: null } as const;
const limited = (...restrictions: object[]) => ({ kind: 'restrict', restrictions });
const again = { kind: 'reconnect' };
const own = { phone_number: '+49 30' };
const other = { phone_number: '4931' };
const restriction = (...restriction_info: object[]) => ({ event: 'ACCOUNT_RESTRICTION', restriction_info });
const type = (restriction_type: string, expiration?: string) => ({
  restriction_type,
  ...(expiration !== undefined && { expiration: seconds(expiration) }),
});
const ban = (waba_ban_state: string) => ({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state } });

describe('an account_update event', () => {
  it.each<[string, object, Parameters<typeof effectOn>[0], object | null]>([
    ['removes the number it names', { event: 'PARTNER_REMOVED', ...own }, connected, gone],
    ['leaves the numbers it does not name alone', { event: 'PARTNER_REMOVED', ...other }, connected, null],
    ['removes every number when it names none', { event: 'PARTNER_REMOVED' }, connected, gone],
    [
      'removes the number, in the words of its reason',
      { event: 'PARTNER_REMOVED', ...own, disconnection_info: { reason: 'PRIMARY_INACTIVITY' } },
      connected,
      { ...gone, sentence: expect.stringContaining('business app was not opened') as string },
    ],
    [
      'removes the number for a reason that nobody knows',
      { event: 'PARTNER_REMOVED', ...own, disconnection_info: { reason: 'MOON_PHASE' } },
      connected,
      { ...gone, sentence: expect.stringContaining('MOON_PHASE') as string },
    ],
    [
      'disconnects every number that is offboarded',
      { event: 'ACCOUNT_OFFBOARDED' },
      connected,
      { kind: 'disconnect', trouble: 'account_offboarded' },
    ],
    [
      'removes every number when our app is uninstalled',
      { event: 'PARTNER_APP_UNINSTALLED', waba_info: { partner_app_id: '77' } },
      connected,
      gone,
    ],
    [
      'removes every number when an app is uninstalled that it does not name',
      { event: 'PARTNER_APP_UNINSTALLED' },
      connected,
      gone,
    ],
    [
      'leaves every number alone when another app is uninstalled',
      { event: 'PARTNER_APP_UNINSTALLED', waba_info: { partner_app_id: '78' } },
      connected,
      null,
    ],
    ['removes every number of a deleted account', { event: 'ACCOUNT_DELETED', ...other }, connected, gone],
    ['reconnects the number it names', { event: 'ACCOUNT_RECONNECTED', ...own }, down('x'), again],
    [
      'reconnects all numbers if it names none of them',
      { event: 'ACCOUNT_RECONNECTED', ...other },
      down('account_restricted'),
      again,
    ],
    [
      'does not reconnect a number that another event removed',
      { event: 'ACCOUNT_RECONNECTED', ...other },
      down('number_removed'),
      null,
    ],
    ['disconnects every number on a ban', { ...ban('DISABLE'), ...other }, connected, stopped],
    [
      'disconnects every number on an update without details',
      { event: 'DISABLED_UPDATE' },
      connected,
      stopped,
    ],
    ['warns of a scheduled ban', ban('SCHEDULE_FOR_DISABLE'), connected, { kind: 'warn' }],
    ['lifts a ban', ban('REINSTATE'), down('account_restricted'), again],
    ['withdraws a warning', ban('REINSTATE'), connected, again],
    ['lifts only bans', ban('REINSTATE'), down('token_invalid'), null],
    ['ignores an unknown ban state', ban('OTHER'), connected, null],
    ['disconnects every number on a restriction without details', restriction(), connected, stopped],
    [
      'restricts every number in the conversations that it starts',
      restriction(type('RESTRICTED_ADD_PHONE_NUMBER_ACTION'), type('RESTRICTED_BIZ_INITIATED_MESSAGING')),
      connected,
      limited(starts),
    ],
    [
      'restricts utility templates, and keeps another restriction',
      restriction(type('RESTRICTED_UTILITY_TEMPLATES')),
      { ...connected, restrictions: [starts] },
      limited(starts, utility),
    ],
    [
      'replaces what was restricted of messages',
      restriction(type('RESTRICTED_CUSTOMER_INITIATED_MESSAGING', '2026-01-03T00:00:00.000Z')),
      { ...connected, restrictions: [starts, utility] },
      limited(utility, { ...answers, until: '2026-01-03T00:00:00.000Z' }),
    ],
    [
      'ignores restrictions other than of messaging',
      restriction(type('RESTRICTED_ADD_PHONE_NUMBER_ACTION')),
      connected,
      null,
    ],
    [
      'ignores an expired restriction',
      restriction(type('RESTRICTED_BIZ_INITIATED_MESSAGING', '2026-01-01T09:59:59.000Z')),
      connected,
      null,
    ],
    [
      'disconnects every number that may neither start conversations nor answer',
      restriction(
        type('RESTRICTED_CUSTOMER_INITIATED_MESSAGING', '2026-01-03T00:00:00.000Z'),
        type('RESTRICTED_BIZ_INITIATED_MESSAGING'),
      ),
      connected,
      {
        ...stopped,
        restrictions: [{ ...answers, until: '2026-01-03T00:00:00.000Z' }, starts],
      },
    ],
    [
      'ignores a warning of templates in a wrong category',
      { event: 'ACCOUNT_RESTRICTION', violation_info: { violation_type: 'UTILITY_TEMPLATE_ABUSE' } },
      connected,
      null,
    ],
    [
      'lifts only the restriction of utility templates',
      { event: 'ACCOUNT_RESTRICTION', violation_info: { violation_type: 'UTILITY_TEMPLATE_ABUSE_UNBAN' } },
      { ...connected, restrictions: [starts, utility] },
      limited(starts),
    ],
    [
      'ignores a limit of utility templates, which the provider itself counts',
      {
        ...restriction(type('RATE_LIMITED_UTILITY_TEMPLATE_MESSAGING')),
        violation_info: { violation_type: 'UTILITY_TEMPLATE_ABUSE_RATE_LIMIT' },
      },
      connected,
      null,
    ],
    ['ignores unknown events', { event: 'ACCOUNT_VIOLATION' }, connected, null],
  ])('%s', (_, update, number, effect) => {
    expect(effectOn(number, update as Record<string, unknown>, { now, appId: '77' })).toEqual(effect);
  });

  it.each<[string, object, string]>([
    ['it names itself', { waba_info: { waba_id: '1001' } }, '1001'],
    ['of its entry, if it names none', { waba_info: {} }, '9'],
    ['of its entry, if it has no account data', {}, '9'],
  ])('is about the account %s', (_, update, expected) => {
    expect(wabaOf(update as Record<string, unknown>, '9')).toBe(expected);
  });
});

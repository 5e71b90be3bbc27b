import { effectOn, wabaOf } from './account-update.rules';

const now = new Date('2026-01-01T10:00:00.000Z');
const seconds = (moment: string) => Date.parse(moment) / 1_000;

const connected = { phone_number: '4930', status: 'connected', reason: 'connected' } as const;
const down = (reason: string) => ({ phone_number: '4930', status: 'disconnected', reason }) as const;
const gone = { kind: 'disconnect', trouble: 'number_removed', until: null };
const stopped = { kind: 'disconnect', trouble: 'account_restricted', until: null };
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
    ['removes every number when it names none', { event: 'ACCOUNT_OFFBOARDED' }, connected, gone],
    [
      'removes every number when our app is uninstalled',
      { event: 'PARTNER_APP_UNINSTALLED' },
      connected,
      gone,
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
      'disconnects every number on a messaging restriction',
      restriction(type('RESTRICTED_ADD_PHONE_NUMBER_ACTION'), type('RESTRICTED_BIZ_INITIATED_MESSAGING')),
      connected,
      stopped,
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
      'disconnects every number until the last messaging restriction ends',
      restriction(
        type('RESTRICTED_CUSTOMER_INITIATED_MESSAGING', '2026-01-03T00:00:00.000Z'),
        type('RESTRICTED_BIZ_INITIATED_MESSAGING', '2026-01-02T00:00:00.000Z'),
        type('RESTRICTED_ADD_PHONE_NUMBER_ACTION', '2026-01-04T00:00:00.000Z'),
      ),
      connected,
      { ...stopped, until: new Date('2026-01-03T00:00:00.000Z') },
    ],
    [
      'disconnects every number indefinitely when a restriction has no end',
      restriction(
        type('RESTRICTED_CUSTOMER_INITIATED_MESSAGING'),
        type('RESTRICTED_BIZ_INITIATED_MESSAGING', '2026-01-02T00:00:00.000Z'),
      ),
      connected,
      stopped,
    ],
    ['ignores unknown events', { event: 'ACCOUNT_VIOLATION' }, connected, null],
  ])('%s', (_, update, number, effect) => {
    expect(effectOn(number, update as Record<string, unknown>, now)).toEqual(effect);
  });

  it.each<[string, object, string]>([
    ['it names itself', { waba_info: { waba_id: '1001' } }, '1001'],
    ['of its entry, if it names none', { waba_info: {} }, '9'],
    ['of its entry, if it has no account data', {}, '9'],
  ])('is about the account %s', (_, update, expected) => {
    expect(wabaOf(update as Record<string, unknown>, '9')).toBe(expected);
  });
});

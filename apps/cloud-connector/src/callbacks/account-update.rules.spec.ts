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

describe('an event of the account at the provider', () => {
  it.each<[string, object, Parameters<typeof effectOn>[0], object | null]>([
    ['removes the number that it names', { event: 'PARTNER_REMOVED', ...own }, connected, gone],
    ['leaves a number alone that it does not name', { event: 'PARTNER_REMOVED', ...other }, connected, null],
    ['removes every number when it names none', { event: 'ACCOUNT_OFFBOARDED' }, connected, gone],
    [
      'removes every number when our app is uninstalled',
      { event: 'PARTNER_APP_UNINSTALLED' },
      connected,
      gone,
    ],
    ['removes every number of a deleted account', { event: 'ACCOUNT_DELETED', ...other }, connected, gone],
    ['connects the number again that it names', { event: 'ACCOUNT_RECONNECTED', ...own }, down('x'), again],
    [
      'connects those again that share the fate of the account',
      { event: 'ACCOUNT_RECONNECTED', ...other },
      down('account_restricted'),
      again,
    ],
    [
      'leaves another removed number removed',
      { event: 'ACCOUNT_RECONNECTED', ...other },
      down('number_removed'),
      null,
    ],
    ['stops every number by a ban', { ...ban('DISABLE'), ...other }, connected, stopped],
    ['stops every number by an update that says no more', { event: 'DISABLED_UPDATE' }, connected, stopped],
    ['warns of a ban that is to come', ban('SCHEDULE_FOR_DISABLE'), connected, { kind: 'warn' }],
    ['lifts a ban', ban('REINSTATE'), down('account_restricted'), again],
    ['takes a warning back', ban('REINSTATE'), connected, again],
    ['lifts nothing but bans', ban('REINSTATE'), down('token_invalid'), null],
    ['changes nothing by a ban of a kind that nobody knows', ban('OTHER'), connected, null],
    ['stops every number by a restriction that says no more', restriction(), connected, stopped],
    [
      'stops every number by a restriction of messages',
      restriction(type('RESTRICTED_ADD_PHONE_NUMBER_ACTION'), type('RESTRICTED_BIZ_INITIATED_MESSAGING')),
      connected,
      stopped,
    ],
    [
      'changes nothing by a restriction of something else',
      restriction(type('RESTRICTED_ADD_PHONE_NUMBER_ACTION')),
      connected,
      null,
    ],
    [
      'changes nothing by a restriction that is over',
      restriction(type('RESTRICTED_BIZ_INITIATED_MESSAGING', '2026-01-01T09:59:59.000Z')),
      connected,
      null,
    ],
    [
      'stops every number until the last restriction of messages is over',
      restriction(
        type('RESTRICTED_CUSTOMER_INITIATED_MESSAGING', '2026-01-03T00:00:00.000Z'),
        type('RESTRICTED_BIZ_INITIATED_MESSAGING', '2026-01-02T00:00:00.000Z'),
        type('RESTRICTED_ADD_PHONE_NUMBER_ACTION', '2026-01-04T00:00:00.000Z'),
      ),
      connected,
      { ...stopped, until: new Date('2026-01-03T00:00:00.000Z') },
    ],
    [
      'stops every number for good when one of its restrictions has no end',
      restriction(
        type('RESTRICTED_CUSTOMER_INITIATED_MESSAGING'),
        type('RESTRICTED_BIZ_INITIATED_MESSAGING', '2026-01-02T00:00:00.000Z'),
      ),
      connected,
      stopped,
    ],
    ['changes nothing that nobody here knows', { event: 'ACCOUNT_VIOLATION' }, connected, null],
  ])('%s', (_, update, number, effect) => {
    expect(effectOn(number, update as Record<string, unknown>, now)).toEqual(effect);
  });

  it.each<[string, object, string]>([
    ['that it names itself', { waba_info: { waba_id: '1001' } }, '1001'],
    ['of its entry, where it names none', { waba_info: {} }, '9'],
    ['of its entry, where it says nothing of accounts', {}, '9'],
  ])('is about the account %s', (_, update, expected) => {
    expect(wabaOf(update as Record<string, unknown>, '9')).toBe(expected);
  });
});

import { closeReasons, type CloseReason } from '../engines/close-reasons';
import { afterClose, type Closing, type Verdict } from './connection.rules';

const now = new Date('2026-01-31T10:00:00.000Z');
const soon = new Date('2026-01-31T10:20:00.000Z');
const later = new Date('2026-02-02T10:00:00.000Z');

function close(reason: CloseReason, closing: Partial<Closing> = {}): Verdict {
  return afterClose({
    ...{ reason, until: null, isLinked: true, attempts: 0, msSinceConflict: null, now, random: 0.5 },
    ...closing,
  });
}

describe('a session whose connection ended', () => {
  const passing = { rawStatus: 'DISCONNECTED', next: 'reconnect', isPassing: true } as const;
  const stopped = { next: 'stop', isPassing: false } as const;

  it.each<[string, CloseReason, Partial<Closing>, Partial<Verdict>]>([
    [
      'restarts at once when told to',
      'restart_required',
      {},
      { rawStatus: 'CONNECTING', next: 'reconnect', delayMs: 0, isPassing: true },
    ],
    [
      'forgets a link that the phone removed',
      'logged_out',
      {},
      { rawStatus: 'LOGGED_OUT', next: 'forget', isPassing: false },
    ],
    ['keeps a banned link for audit', 'banned', {}, { ...stopped, rawStatus: 'BANNED' }],
    ['stops when its version is refused', 'client_outdated', {}, { ...stopped, rawStatus: 'FAILED' }],
    ['stops when the phone cannot', 'phone_outdated', {}, { ...stopped, rawStatus: 'FAILED' }],
    [
      'stops when the phone wants a passkey',
      'passkey_required',
      { isLinked: false },
      { ...stopped, rawStatus: 'FAILED' },
    ],
    ['connects again after a loss', 'lost', {}, { ...passing, delayMs: 1_000 }],
    ['connects again when there is no network', 'unreachable', {}, { ...passing, delayMs: 1_000 }],
    ['gives a busy network time', 'busy', {}, { ...passing, delayMs: 10_000 }],
    [
      'waits for the end of a restriction',
      'restricted',
      { until: soon },
      { rawStatus: 'DISCONNECTED', next: 'reconnect', delayMs: 20 * 60_000, isPassing: false },
    ],
    ['looks hourly whether a restriction was lifted', 'restricted', { until: later }, { delayMs: 3_600_000 }],
    ['looks hourly at one without an end', 'restricted', {}, { delayMs: 3_600_000 }],
    ['does not link a restricted phone', 'restricted', { isLinked: false, until: soon }, stopped],
    [
      'tries once more when replaced',
      'replaced',
      {},
      { rawStatus: 'CONFLICT', next: 'reconnect', delayMs: 60_000, isPassing: false },
    ],
    [
      'stops when replaced again',
      'replaced',
      { msSinceConflict: 61_000 },
      { ...stopped, rawStatus: 'CONFLICT' },
    ],
    ['forgives a conflict of long ago', 'replaced', { msSinceConflict: 601_000 }, { next: 'reconnect' }],
    ['stops when nobody scans', 'code_expired', { isLinked: false }, { ...stopped, rawStatus: 'QR_TIMEOUT' }],
    [
      'waits for the next request while unlinked',
      'lost',
      { isLinked: false },
      { ...stopped, rawStatus: 'DISCONNECTED' },
    ],
    [
      'waits for it with a busy network too',
      'busy',
      { isLinked: false },
      { ...stopped, rawStatus: 'DISCONNECTED' },
    ],
  ])('%s', (_, reason, closing, expected) => {
    expect(close(reason, closing)).toMatchObject(expected);
  });

  it.each(closeReasons.filter((reason) => reason !== 'logged_out'))(
    'never forgets its link because of %s, however often',
    (reason) => {
      for (const attempts of [0, 3, 100]) expect(close(reason, { attempts }).next).not.toBe('forget');
    },
  );

  it.each([
    [0, 0.5, 1_000],
    [1, 0.5, 2_000],
    [2, 0.5, 4_000],
    [5, 0.5, 32_000],
    [6, 0.5, 60_000],
    [60, 0.5, 60_000],
    [0, 0, 800],
    [0, 1, 1_200],
  ])(
    'waits longer each time, up to a minute: %d attempts, jitter %d → %d ms',
    (attempts, random, delayMs) => {
      expect(close('lost', { attempts, random }).delayMs).toBe(delayMs);
    },
  );

  it.each<[CloseReason, Partial<Closing>, string, RegExp]>([
    ['logged_out', {}, 'logged_out', /link the phone again/],
    ['banned', {}, 'banned', /Link another phone/],
    ['restricted', { until: soon }, 'restricted', /until 2026-01-31T10:20/],
    ['client_outdated', {}, 'client_outdated', /Update the service/],
    ['code_expired', { isLinked: false }, 'qr_timeout', /Request a new one/],
    ['passkey_required', { isLinked: false }, 'passkey_required', /Turn passkeys off/],
    ['phone_outdated', {}, 'phone_outdated', /Update the app on the phone/],
    ['lost', {}, 'disconnected', /try again shortly/],
    ['unreachable', {}, 'unreachable', /try again shortly/],
    ['lost', { isLinked: false }, 'disconnected', /Request a new code/],
    ['replaced', {}, 'conflict', /Reconnect the channel/],
    ['busy', {}, 'disconnected', /try again shortly/],
  ])(
    'by the reason %s (%j) says in one word what is wrong, and what to do',
    (reason, closing, word, advice) => {
      const { error } = close(reason, closing);
      expect(error).toEqual({ reason: word, sentence: expect.stringMatching(/^[A-Z].*\.$/) as string });
      expect(error!.sentence).toMatch(advice);
      expect(error!.sentence).not.toMatch(/provider|token/i);
    },
  );
});

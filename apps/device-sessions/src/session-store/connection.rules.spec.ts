import { afterClose, type Closing, type Verdict } from './connection.rules';

function close(code: number, closing: Partial<Closing> = {}): Verdict {
  return afterClose({ code, isLinked: true, attempts: 0, msSinceConflict: null, random: 0.5, ...closing });
}

describe('a session whose connection the network closed', () => {
  it.each<[string, number, Partial<Closing>, Partial<Verdict>]>([
    ['restarts at once when told to', 515, {}, { rawStatus: 'CONNECTING', next: 'reconnect', delayMs: 0 }],
    ['forgets a link that the phone removed', 401, {}, { rawStatus: 'LOGGED_OUT', next: 'forget' }],
    ['keeps a banned link for audit', 403, {}, { rawStatus: 'BANNED', next: 'stop' }],
    ['stops when its version is refused', 405, {}, { rawStatus: 'FAILED', next: 'stop' }],
    ['stops when the phone cannot', 411, {}, { rawStatus: 'FAILED', next: 'stop' }],
    [
      'connects again after a loss',
      428,
      {},
      { rawStatus: 'DISCONNECTED', next: 'reconnect', delayMs: 1_000 },
    ],
    [
      'connects again after silence',
      408,
      {},
      { rawStatus: 'DISCONNECTED', next: 'reconnect', delayMs: 1_000 },
    ],
    ['gives a busy network time', 503, {}, { rawStatus: 'DISCONNECTED', next: 'reconnect', delayMs: 10_000 }],
    ['connects again after any other code', 502, {}, { rawStatus: 'DISCONNECTED', next: 'reconnect' }],
    ['retries a bad session', 500, { attempts: 2 }, { rawStatus: 'DISCONNECTED', next: 'reconnect' }],
    ['gives a bad session up', 500, { attempts: 3 }, { rawStatus: 'LOGGED_OUT', next: 'forget' }],
    ['tries once more when replaced', 440, {}, { rawStatus: 'CONFLICT', next: 'reconnect', delayMs: 60_000 }],
    ['stops when replaced again', 440, { msSinceConflict: 61_000 }, { rawStatus: 'CONFLICT', next: 'stop' }],
    ['forgives a conflict of long ago', 440, { msSinceConflict: 601_000 }, { next: 'reconnect' }],
    ['stops when nobody scans', 408, { isLinked: false }, { rawStatus: 'QR_TIMEOUT', next: 'stop' }],
    [
      'waits for the next request while unlinked',
      428,
      { isLinked: false },
      { rawStatus: 'DISCONNECTED', next: 'stop' },
    ],
    [
      'waits for it with a busy network too',
      503,
      { isLinked: false },
      { rawStatus: 'DISCONNECTED', next: 'stop' },
    ],
  ])('%s', (_, code, closing, expected) => {
    expect(close(code, closing)).toMatchObject(expected);
  });

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
      expect(close(428, { attempts, random }).delayMs).toBe(delayMs);
    },
  );

  it.each([
    [401, {}, 'logged_out', /link the phone again/],
    [403, {}, 'banned', /Link another phone/],
    [405, {}, 'client_outdated', /Update the service/],
    [408, { isLinked: false }, 'qr_timeout', /Request a new one/],
    [411, {}, 'phone_outdated', /Update the app on the phone/],
    [428, {}, 'disconnected', /try again shortly/],
    [428, { isLinked: false }, 'disconnected', /Request a new code/],
    [440, {}, 'conflict', /Reconnect the channel/],
    [500, { attempts: 9 }, 'logged_out', /link the phone again/],
    [503, {}, 'disconnected', /try again shortly/],
  ])(
    'by the code %d (%j) says in one word what is wrong, and what to do',
    (code, closing, reason, advice) => {
      const { error } = close(code, closing);
      expect(error).toEqual({ reason, sentence: expect.stringMatching(/^[A-Z].*\.$/) as string });
      expect(error!.sentence).toMatch(advice);
      expect(error!.sentence).not.toMatch(/provider|token/i);
    },
  );
});

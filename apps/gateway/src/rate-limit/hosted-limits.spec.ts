import { toClientAddress } from '@chat/http-edge';
import { HostedLimits } from './hosted-limits';

const client = toClientAddress('198.51.100.7');

describe('an address', () => {
  let limits: HostedLimits;

  beforeEach(() => {
    jest.useFakeTimers();
    limits = new HostedLimits();
  });

  afterEach(() => jest.useRealTimers());

  const spread = (count: number, withinMs: number, what: () => void) => {
    for (let sent = 0; sent < count; sent += 1) {
      what();
      jest.advanceTimersByTime(withinMs / count);
    }
  };

  it.each([
    ['300 token requests within a minute', 300, 59_700, () => limits.countTokenCall(client)],
    ['200 sign-ins within 5 minutes', 200, 299_700, () => limits.countSignIn(client)],
    ['10 failed sign-ins within 5 minutes', 10, 299_000, () => limits.countFailedSignIn(client)],
  ])('is allowed %s and no more, even if they are spread evenly', (_, count, withinMs, what) => {
    spread(count, withinMs, what);
    expect(what).toThrow('Wait a second, then try again.');
    jest.advanceTimersByTime(1_000);
    expect(what).not.toThrow();
  });

  it('has as many failed sign-ins left as before when one did not fail', () => {
    spread(9, 1_000, () => limits.countFailedSignIn(client));
    for (let round = 0; round < 3; round += 1) {
      limits.countFailedSignIn(client);
      limits.forgiveSignIn(client);
    }
    limits.countFailedSignIn(client);
    expect(() => limits.countFailedSignIn(client)).toThrow();
  });
});

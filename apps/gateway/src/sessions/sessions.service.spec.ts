import { AppError } from '@chat/errors';
import { toClientAddress } from '@chat/http-edge';
import { HostedLimits } from '../rate-limit/hosted-limits';
import { SessionsService } from './sessions.service';

const visitor = { client: toClientAddress('198.51.100.7'), requestId: 'request' };
/** Nothing is stored. */
const transactions = {
  run: (_: null, work: (tx: object) => unknown) => work({ emit: () => undefined }),
  outboxRow: () => ({}),
  announce: () => undefined,
};

const given = { email: 'ada@example.com', password: 'password', browser: 'browser', userAgent: null };
/** Nobody has the address. */
const nobody = { findPerson: () => Promise.resolve(null), noteWrongPassword: () => Promise.resolve() };

/** Passwords are judged as `matches` says, and no guesses are counted. */
function serviceWith(matches: () => Promise<boolean>, sessions: object = nobody): SessionsService {
  const guesses = { during: (_: string, __: object, check: () => Promise<boolean>) => check() };
  return new SessionsService(
    sessions as never,
    { matches } as never,
    new HostedLimits(),
    guesses as never,
    {} as never,
    {} as never,
    transactions as never,
  );
}

describe('an address that signs in', () => {
  const attempts = async (service: SessionsService) => {
    for (let round = 0; round < 10; round += 1) {
      await service.signIn(given, visitor).catch(() => null);
    }
    return service.signIn(given, visitor);
  };

  it('is refused after ten wrong passwords', async () => {
    const service = serviceWith(() => Promise.resolve(false));
    await expect(attempts(service)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  });

  it('is refused after two hundred attempts that succeed as well', async () => {
    const sessions = { findPerson: () => Promise.resolve({}), insert: () => Promise.resolve(true) };
    const service = serviceWith(() => Promise.resolve(true), sessions);
    const signIn = () => service.signIn(given, visitor);
    for (let round = 0; round < 200; round += 1)
      expect(await signIn()).toEqual({ session: expect.any(String) as string });
    await expect(signIn()).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  });

  it('is not, where we were too busy to look at the password', async () => {
    const service = serviceWith(() => Promise.reject(new AppError('service_unavailable')));
    await expect(attempts(service)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

describe('a wrong password', () => {
  const person = { account_id: 1, id: 7, password_hash: 'scrypt$salt$key', is_known_browser: false };

  it.each([
    ['nobody', null],
    ['a person', { ...person, has_second_factor: false }],
    ['a person with a second factor', { ...person, has_second_factor: true }],
  ])('costs one password, one question and one note, as %s has the address', async (_, found) => {
    const work: string[] = [];
    const noting = <T>(what: string, answer: T) => {
      return () => {
        work.push(what);
        return Promise.resolve(answer);
      };
    };
    const service = serviceWith(noting('password', false), {
      findPerson: noting('question', found),
      noteWrongPassword: noting('note', undefined),
    });
    expect(await service.signIn(given, visitor)).toBeNull();
    expect(work).toEqual(['question', 'password', 'note']);
  });
});

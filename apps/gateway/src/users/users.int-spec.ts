import { scryptSync } from 'node:crypto';
import { createAccount, createUser, disableUser, getUser, setUserPassword } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { freePort } from '@chat/local-servers';
import { startTestService, type TestService } from '@chat/test-kit';
import { gatewayService } from '../service';

describe('users', () => {
  let service: TestService;
  let accountId: number;

  beforeAll(async () => {
    service = await startTestService(gatewayService, { GATEWAY_PORT: String(await freePort()) });
    const plan = {
      account_limit: 1,
      device_channels: true,
      cloud_channels: true,
      coexistence: false,
      rate_limit: 120,
    };
    accountId = (await service.bus.request(createAccount, { body: { name: 'Shop', ...plan } })).account.id;
  });

  afterAll(() => service.stop());

  const create = (user: { email: string; password?: string }) =>
    service.bus.request(createUser, { body: { account_id: accountId, ...user } });

  it('tells a password that it made, once, and keeps only its hash', async () => {
    const { user, password } = await create({ email: 'Ada@Example.com' });
    expect(user).toMatchObject({ account_id: accountId, email: 'ada@example.com', name: null });
    const [row] = await service.query<{ password_hash: string }>(
      'SELECT password_hash FROM gateway.users WHERE id = $1',
      [user.id],
    );
    const [algorithm, salt, key] = row!.password_hash.split('$');
    expect(algorithm).toBe('scrypt');
    expect(key).toBe(scryptOf(password!, salt!));
    expect(key).not.toBe(scryptOf('another password', salt!));
  });

  it('does not repeat a password that it was given', async () => {
    await expect(create({ email: 'b@example.com', password: 'correct horse' })).resolves.toMatchObject({
      password: null,
    });
  });

  it('takes an address once, whatever its case, and only if it is one', async () => {
    await create({ email: 'c@example.com' });
    await expect(create({ email: 'C@EXAMPLE.com' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(create({ email: 'nobody' })).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('shows a user to its own account only', async () => {
    const { user } = await create({ email: 'd@example.com' });
    const ask = (account: number) =>
      service.bus.request(getUser, { body: { account_id: account, user_id: user.id } });
    await expect(ask(accountId)).resolves.toEqual({ user });
    await expect(ask(accountId + 1)).rejects.toEqual(new AppError('not_found'));
  });

  it('sets the password of a user who is named by address or id', async () => {
    const { user } = await create({ email: 'e@example.com', password: 'the first password' });
    for (const [name, password] of [
      ['E@example.com', 'the second password'],
      [String(user.id), 'the third password'],
    ] as const) {
      await service.bus.request(setUserPassword, { body: { user: name, password } });
      const [row] = await service.query<{ password_hash: string }>(
        'SELECT password_hash FROM gateway.users WHERE id = $1',
        [user.id],
      );
      const [, salt, key] = row!.password_hash.split('$');
      expect(key).toBe(scryptOf(password, salt!));
    }
    const nobody = { user: 'nobody@example.com', password: 'a long password' };
    await expect(service.bus.request(setUserPassword, { body: nobody })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('disables a user once', async () => {
    const { user } = await create({ email: 'f@example.com' });
    const disable = async () =>
      (await service.bus.request(disableUser, { body: { user: user.email } })).user.disabled_at;
    const since = await disable();
    expect(since).not.toBeNull();
    expect(await disable()).toBe(since);
  });
});

/** OWASP's figures for scrypt, by which the next release still knows the hashes of this one. */
function scryptOf(password: string, salt: string): string {
  const cost = { N: 2 ** 16, r: 8, p: 2, maxmem: 128 * 1024 * 1024 };
  return scryptSync(password, Buffer.from(salt, 'base64'), 32, cost).toString('base64');
}

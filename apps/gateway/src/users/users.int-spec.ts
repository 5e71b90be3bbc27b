import { createAccount, createUser, getUser } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { freePort } from '@chat/local-servers';
import { startTestService, type TestService } from '@chat/testing';
import { gatewayService } from '../service';
import { verifyPassword } from './password-hash';

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
    expect(row!.password_hash).not.toContain(password);
    await expect(verifyPassword(password!, row!.password_hash)).resolves.toBe(true);
    await expect(verifyPassword('another password', row!.password_hash)).resolves.toBe(false);
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
});

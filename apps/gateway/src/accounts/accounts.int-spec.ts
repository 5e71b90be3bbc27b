import type { InputOf } from '@chat/contracts';
import { createAccount, getAccount, listAccounts, updateAccount } from '@chat/contracts/gateway';
import { GatewayUnderTest } from '../testing/gateway-under-test';

const plan = {
  name: 'Bakery',
  account_limit: 3,
  device_channels: true,
  cloud_channels: false,
  coexistence: true,
  rate_limit: 120,
};

describe('the administration of accounts', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });

  afterAll(() => gateway.stop());

  const create = async () => (await gateway.bus.request(createAccount, { body: plan })).account;

  it('creates an account that other services can ask for', async () => {
    const account = await create();
    expect(account).toMatchObject(plan);
    expect(account.created_at).toMatch(/\.\d{3}\+00:00$/);
    expect(await gateway.bus.request(getAccount, { body: { account_id: account.id } })).toEqual({ account });
  });

  it('changes what is given and leaves the rest', async () => {
    const { id } = await create();
    const body = { account_id: id, rate_limit: 500, coexistence: false };
    const { account } = await gateway.bus.request(updateAccount, { body });
    expect(account).toMatchObject({ ...plan, id, rate_limit: 500, coexistence: false });
  });

  it('counts null as left out', async () => {
    const { id } = await create();
    const body = { account_id: id, name: null } as unknown as InputOf<typeof updateAccount>['body'];
    const { account } = await gateway.bus.request(updateAccount, { body });
    expect(account).toMatchObject(plan);
  });

  it('lists every account in the order of creation', async () => {
    const ids = [(await create()).id, (await create()).id];
    const { accounts } = await gateway.bus.request(listAccounts, { body: {} });
    expect(accounts.map(({ id }) => id).slice(-2)).toEqual(ids);
  });

  it('answers not_found for an account that does not exist', async () => {
    const body = { account_id: 999_999 };
    await expect(gateway.bus.request(getAccount, { body })).rejects.toMatchObject({ code: 'not_found' });
    await expect(gateway.bus.request(updateAccount, { body })).rejects.toMatchObject({ code: 'not_found' });
  });
});

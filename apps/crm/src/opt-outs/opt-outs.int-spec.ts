import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import {
  contactUpdated,
  createContact,
  resolveContact,
  listContacts,
  updateContact,
} from '@chat/contracts/crm';
import { preferenceIdentified } from '@chat/contracts/messaging';
import type { RequestContext } from '@chat/contracts';
import { toTimestamp } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import { CrmUnderTest } from '../testing/crm-under-test';

describe('a contact that tells the provider what it wants of marketing', () => {
  let crm: CrmUnderTest;

  beforeAll(async () => {
    crm = await CrmUnderTest.start();
  });

  afterAll(() => crm.stop());

  const tell = ({ account }: RequestContext, phone: string, opted_out: boolean, at = Date.now()) =>
    crm.bus.publish(
      marketingPreferenceChanged,
      { channel_id: 1, phone, opted_out, at: toTimestamp(new Date(at)) },
      { accountId: account.id },
    );
  const create = async (context: RequestContext) => {
    const body = { firstname: 'Ana', mobile_code: '55', mobile: '11987654321' };
    return (await crm.bus.request(createContact, { body }, context)).contact;
  };
  const isOptedOut = async (context: RequestContext) =>
    (await crm.bus.request(listContacts, { query: {} }, context)).contacts[0]!.marketing_opted_out;

  it('shows it from then on, and others hear of it', async () => {
    const account = crm.newAccount();
    const { id } = await create(account);
    await tell(account, '551187654321', true);
    await crm.bus.nextEvent(contactUpdated, ({ data }) => data.contact.id === id);
    expect(await isOptedOut(account)).toBe(true);
    await tell(account, '5511987654321', false);
    await until(async () => !(await isOptedOut(account)), { describe: 'the contact to be back' });
  });

  it('shows what it said by an id of the network, once that proves to be its own', async () => {
    const account = crm.newAccount();
    const { id } = await create(account);
    await crm.bus.publish(
      preferenceIdentified,
      { phone: '5511987654321', opted_out: true, at: toTimestamp(new Date()) },
      { accountId: account.account.id },
    );
    await crm.bus.nextEvent(contactUpdated, ({ data }) => data.contact.id === id);
    expect(await isOptedOut(account)).toBe(true);
  });

  it('shows what it said before it was a contact, unless it said otherwise later', async () => {
    const account = crm.newAccount();
    const events = [
      await tell(account, '551187654321', true, 2_000),
      await tell(account, '551187654321', false, 1_000),
    ];
    const consumed = () =>
      crm.query('SELECT FROM crm.inbox WHERE event_id = ANY ($1)', [events.map(({ id }) => id)]);
    await until(async () => (await consumed()).length === 2, { describe: 'both preferences' });
    expect((await create(account)).marketing_opted_out).toBe(true);
  });

  it('shows it when it became a contact at the same moment', async () => {
    const account = crm.newAccount();
    const { id } = await create(account);
    // The preference found no contact yet.
    await crm.query(`INSERT INTO crm.opt_outs VALUES ($1, '551187654321', true, now())`, [
      account.account.id,
    ]);
    expect(await isOptedOut(account)).toBe(true);
    const { contact } = await crm.bus.request(resolveContact, { body: { contact_id: id } }, account);
    expect(contact.marketing_opted_out).toBe(true);
  });

  it('shows it whatever the account says, and the word of the account when it is taken back', async () => {
    const account = crm.newAccount();
    const { id, updated_at } = await create(account);
    await tell(account, '551187654321', true);
    await until(() => isOptedOut(account), { describe: 'the contact to have stopped marketing' });
    const update = async (marketing_opted_out: boolean) => {
      const input = { params: { id }, body: { marketing_opted_out } };
      return (await crm.bus.request(updateContact, input, account)).contact;
    };

    const contact = await update(false);
    expect(contact.marketing_opted_out).toBe(true);
    expect(contact.updated_at).not.toBe(updated_at);
    expect((await update(true)).marketing_opted_out).toBe(true);
    const { id: event } = await tell(account, '5511987654321', false);
    const consumed = () => crm.query('SELECT FROM crm.inbox WHERE event_id = $1', [event]);
    await until(async () => (await consumed()).length === 1, { describe: 'the preference' });
    expect(await isOptedOut(account)).toBe(true);
    expect((await update(false)).marketing_opted_out).toBe(false);
  });
});

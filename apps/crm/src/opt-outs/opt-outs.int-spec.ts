import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import {
  contactCreated,
  contactUpdated,
  createContact,
  getContact,
  resolveContact,
  listContacts,
  updateContact,
  type ContactEventData,
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
    const { data } = await crm.bus.nextEvent(contactUpdated, (event) => event.data.contact.id === id);
    const { contact } = await crm.bus.request(getContact, { params: { id } }, account);
    expect(contact.marketing_opted_out).toBe(true);
    expect(data).toEqual({ contact, opted_out_by_account: false });
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
    const contact = await create(account);
    expect(contact.marketing_opted_out).toBe(true);
    const { data } = await crm.bus.nextEvent(contactCreated, (event) => event.data.contact.id === contact.id);
    expect(data).toEqual({ contact, opted_out_by_account: false });
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
    // Nobody sees what the account says meanwhile, but other services need to know.
    expect(await update(true)).toEqual(contact);
    const isSaid = ({ data }: { data: ContactEventData }) =>
      data.contact.id === id && !!data.opted_out_by_account;
    expect((await crm.bus.nextEvent(contactUpdated, isSaid)).data.contact).toEqual(contact);
    const { id: event } = await tell(account, '5511987654321', false);
    const consumed = () => crm.query('SELECT FROM crm.inbox WHERE event_id = $1', [event]);
    await until(async () => (await consumed()).length === 1, { describe: 'the preference' });
    expect(await isOptedOut(account)).toBe(true);
    expect((await update(false)).marketing_opted_out).toBe(false);
  });
});

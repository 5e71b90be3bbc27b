import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import { contactUpdated, createContact, listContacts } from '@chat/contracts/crm';
import type { RequestContext } from '@chat/contracts';
import { toTimestamp } from '@chat/service-kit';
import { until } from '@chat/testing';
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
    const isIt = ({ data }: { data: { contact: { id: number } } }) => data.contact.id === id;
    const { data } = await crm.bus.nextEvent(contactUpdated, isIt);
    expect(data.contact.marketing_opted_out).toBe(true);
    expect(await isOptedOut(account)).toBe(true);
    await tell(account, '5511987654321', false);
    await until(async () => !(await isOptedOut(account)), { describe: 'the contact to be back' });
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
});

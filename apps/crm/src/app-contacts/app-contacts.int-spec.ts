import type { RequestContext } from '@chat/contracts';
import { appContactsChanged, type AppContact } from '@chat/contracts/cloud-connector';
import {
  contactCreated,
  contactDeleted,
  contactUpdated,
  deleteContact,
  updateContact,
  type Contact,
} from '@chat/contracts/crm';
import { toTimestamp } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import { CrmUnderTest } from '../testing/crm-under-test';

describe('the contacts of a business app', () => {
  let crm: CrmUnderTest;
  let people = 0;

  beforeAll(async () => {
    crm = await CrmUnderTest.start();
  });

  afterAll(() => crm.stop());

  const newPhone = () => `49151${String((people += 1)).padStart(8, '0')}`;
  const word = (phone: string, full_name: string | null, second = 0): AppContact => ({
    phone,
    full_name,
    first_name: full_name?.split(' ')[0] ?? null,
    at: toTimestamp(new Date(Date.UTC(2026, 0, 1, 0, 0, second))),
  });
  /** The app says this, and it is taken in. */
  const say = async ({ account }: RequestContext, ...contacts: AppContact[]) => {
    const data = { channel_id: 1, contacts };
    const { id } = await crm.bus.publish(appContactsChanged, data, { accountId: account.id });
    const isConsumed = async () =>
      (await crm.query('SELECT FROM crm.inbox WHERE event_id = $1', [id])).length === 1;
    await until(isConsumed, { describe: 'the words of the app to be taken in' });
  };
  const all = async (context: RequestContext) => (await crm.list(context, { per_page: 100 })).contacts;
  const namesOf = async (context: RequestContext) =>
    (await all(context)).map(({ firstname, lastname }) => [firstname, lastname].join(' ').trim());
  const told = (type: typeof contactCreated, { id }: Contact) =>
    crm.bus.events(type).filter(({ data }) => data.contact.id === id).length;

  it('become contacts, once each, and others hear of them', async () => {
    const account = crm.newAccount();
    const [phone, other] = [newPhone(), newPhone()];
    await say(account, word(phone, 'Ana Silva'), word(other, 'Bo'), word(phone, 'Ana Silva'));
    await say(account, word(other, 'Bo'));
    const [second, first] = await all(account);
    expect([first, second]).toMatchObject([
      { firstname: 'Ana', lastname: 'Silva', mobile_code: '49', mobile: phone.slice(2), phone },
      { firstname: 'Bo', lastname: null, phone: other },
    ]);
    await crm.bus.nextEvent(contactCreated, ({ data }) => data.contact.id === second!.id);
    expect([told(contactCreated, first!), told(contactCreated, second!)]).toEqual([1, 1]);
  });

  it('are 500 of them in five events, with one statement for those of each', async () => {
    const account = crm.newAccount();
    const phones = Array.from({ length: 500 }, newPhone);
    const parts = [0, 1, 2, 3, 4].map((part) => phones.slice(part * 100, (part + 1) * 100));
    await Promise.all(parts.map((part) => say(account, ...part.map((phone) => word(phone, 'Ana')))));
    expect((await crm.list(account)).pagination.total).toBe(500);
    const rows = await crm.query('SELECT DISTINCT xmin::text FROM crm.contacts WHERE account_id = $1', [
      account.account.id,
    ]);
    expect(rows).toHaveLength(5);
  });

  it('take the names that the app gives later, and go when it removes them, whatever comes first', async () => {
    const account = crm.newAccount();
    const phone = newPhone();
    await say(account, word(phone, 'Ana', 10));
    await say(account, word(phone, 'Eva', 20));
    await say(account, word(phone, 'Old', 15));
    expect(await namesOf(account)).toEqual(['Eva']);
    const [contact] = await all(account);
    await crm.bus.nextEvent(contactUpdated, ({ data }) => data.contact.id === contact!.id);
    await say(account, word(phone, null, 30));
    expect(await all(account)).toEqual([]);
    await crm.bus.nextEvent(contactDeleted, ({ data }) => data.contact_id === contact!.id);
    await say(account, word(phone, 'Eva', 20));
    expect(await all(account)).toEqual([]);
    await say(account, word(phone, 'Back', 40));
    expect(await namesOf(account)).toEqual(['Back']);
  });

  it('leave alone whom a person entered, in whatever spelling', async () => {
    const account = crm.newAccount();
    await crm.create(account, { firstname: 'Mine', mobile_code: '55', mobile: '11987654321' });
    await say(account, word('551187654321', 'Theirs', 10));
    await say(account, word('551187654321', null, 20));
    expect(await namesOf(account)).toEqual(['Mine']);
  });

  it('leave alone whom a person edited or deleted', async () => {
    const account = crm.newAccount();
    const [edited, deleted] = [newPhone(), newPhone()];
    await say(account, word(edited, 'Ana', 10), word(deleted, 'Bo', 10));
    const [bo, ana] = await all(account);
    const body = { firstname: 'Anita' };
    await crm.bus.request(updateContact, { params: { id: ana!.id }, body }, account);
    await crm.bus.request(deleteContact, { params: { id: bo!.id } }, account);
    await say(account, word(edited, 'Eva', 20), word(deleted, 'Bo', 20));
    await say(account, word(edited, null, 30), word(deleted, 'Bo', 20));
    expect(await namesOf(account)).toEqual(['Anita']);
  });

  it('are not those of numbers that cannot exist', async () => {
    const account = crm.newAccount();
    const phone = newPhone();
    await say(account, word('99999999', 'Service'), word(phone, 'Ana'));
    expect(await namesOf(account)).toEqual(['Ana']);
  });

  it('are searched by name, and show what they told the provider before', async () => {
    const account = crm.newAccount();
    const phone = newPhone();
    await crm.query(
      'INSERT INTO crm.opt_outs (account_id, canonical_phone, opted_out, changed_at) VALUES ($1, $2, true, now())',
      [account.account.id, phone],
    );
    await say(account, word(phone, 'Zoë Müller'));
    const [contact] = await all(account);
    expect(await crm.search(account, 'muller')).toEqual([contact!.id]);
    expect(contact!.marketing_opted_out).toBe(true);
  });
});

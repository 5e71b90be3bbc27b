import type { RequestContext } from '@chat/contracts';
import {
  contactDeleted,
  contactUpdated,
  deleteContact,
  getContact,
  resolveContact,
  updateContact,
  type Contact,
  type UpdateContact,
} from '@chat/contracts/crm';
import { refusal } from '@chat/test-kit';
import { CrmUnderTest } from '../testing/crm-under-test';

let crm: CrmUnderTest;

beforeAll(async () => {
  crm = await CrmUnderTest.start();
});

afterAll(() => crm.stop());

const update = (context: RequestContext, id: number, body: UpdateContact) =>
  crm.bus.request(updateContact, { params: { id }, body }, context).then(({ contact }) => contact);

describe('updating a contact', () => {
  it('changes what is given, finds it by the new name and publishes it', async () => {
    const account = crm.newAccount();
    const before = await crm.create(account, { lastname: 'Silva' });
    const after = await update(account, before.id, { lastname: 'Öztürk', marketing_opted_out: true });

    expect(after).toEqual({
      ...before,
      lastname: 'Öztürk',
      marketing_opted_out: true,
      updated_at: after.updated_at,
    });
    expect(await crm.search(account, 'ozturk')).toEqual([before.id]);
    expect(await crm.search(account, 'silva')).toEqual([]);
    const event = await crm.bus.nextEvent(contactUpdated, ({ data }) => data.contact.id === before.id);
    expect(event).toMatchObject({ entityversion: 2, data: { contact: after } });
  });

  it('removes the last name for null', async () => {
    const account = crm.newAccount();
    const { id } = await crm.create(account, { lastname: 'Silva' });
    expect(await update(account, id, { lastname: null })).toMatchObject({ firstname: 'Ana', lastname: null });
  });

  it.each(['firstname', 'marketing_opted_out'])(
    'refuses null for %s, which is never empty',
    async (member) => {
      const account = crm.newAccount();
      const { id } = await crm.create(account);
      const update = { [member]: null, lastname: 'Silva' };
      const request = crm.bus.request(updateContact, { params: { id }, body: update }, account);
      expect(await refusal(request)).toMatchObject({
        code: 'validation_error',
        errors: { [member]: [expect.stringContaining(`${member} cannot be null.`)] },
      });
      expect(await crm.search(account, 'silva')).toEqual([]);
    },
  );

  it.each<[string, UpdateContact]>([
    ['nothing', {}],
    ['what is so already', { firstname: 'Ana', marketing_opted_out: false }],
  ])('succeeds with %s, and nobody hears of it', async (_, body) => {
    const account = crm.newAccount();
    const before = await crm.create(account);

    expect(await update(account, before.id, body)).toEqual(before);
    const documents = await crm.query('SELECT document FROM crm.outbox WHERE account_id = $1', [
      account.account.id,
    ]);
    expect(documents).toHaveLength(1);
  });

  it('loses none of the updates that come at the same time', async () => {
    const account = crm.newAccount();
    const { id } = await crm.create(account);
    await Promise.all([
      update(account, id, { firstname: 'Eva' }),
      update(account, id, { lastname: 'Silva' }),
      update(account, id, { marketing_opted_out: true }),
    ]);

    const { contact } = await crm.bus.request(resolveContact, { body: { contact_id: id } }, account);
    expect(contact).toMatchObject({ firstname: 'Eva', lastname: 'Silva', marketing_opted_out: true });
    expect(await crm.search(account, 'eva silva')).toEqual([id]);
  });

  it('does not know the contact of another account', async () => {
    const { id } = await crm.create(crm.newAccount());
    const stranger = crm.newAccount();

    const refused = await refusal(update(stranger, id, { firstname: 'Eve' }));
    expect(refused).toEqual(await refusal(update(stranger, 999_999, { firstname: 'Eve' })));
    expect(refused.code).toBe('not_found');
  });
});

describe('deleting a contact', () => {
  const remove = (context: RequestContext, id: number) =>
    crm.bus.request(deleteContact, { params: { id } }, context);

  it('removes it for good, publishes that and frees its number', async () => {
    const account = crm.newAccount();
    const { id, mobile, phone } = await crm.create(account);

    expect(await remove(account, id)).toEqual({ deleted: true, id });
    expect(await crm.search(account, mobile)).toEqual([]);
    const event = await crm.bus.nextEvent(contactDeleted, ({ data }) => data.contact_id === id);
    expect(event).toMatchObject({
      subject: `contacts/${id}`,
      entityversion: 2,
      data: { contact_id: id, phone },
    });
    await expect(crm.create(account, { mobile })).resolves.toBeDefined();
  });

  it('succeeds for one of two that delete it at the same time', async () => {
    const account = crm.newAccount();
    const { id } = await crm.create(account);
    const outcomes = await Promise.allSettled([remove(account, id), remove(account, id)]);

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await refusal(remove(account, id))).code).toBe('not_found');
  });

  it('does not reach the contact of another account', async () => {
    const account = crm.newAccount();
    const { id } = await crm.create(account);

    expect((await refusal(remove(crm.newAccount(), id))).code).toBe('not_found');
    expect((await crm.list(account)).contacts).toHaveLength(1);
  });
});

describe('reading one contact', () => {
  it('answers its own account only', async () => {
    const account = crm.newAccount();
    const contact = await crm.create(account);
    const body = { contact_id: contact.id };
    const params = { id: contact.id };

    expect(await crm.bus.request(resolveContact, { body }, account)).toEqual({ contact });
    expect(await crm.bus.request(getContact, { params }, account)).toEqual({ contact });
    const stranger = crm.newAccount();
    const refused = [
      await refusal(crm.bus.request(resolveContact, { body }, stranger)),
      await refusal(crm.bus.request(getContact, { params }, stranger)),
      await refusal(crm.bus.request(getContact, { params: { id: 999_999 } }, account)),
    ];
    expect(refused.map(({ code }) => code)).toEqual(['not_found', 'not_found', 'not_found']);
  });
});

describe('listing contacts', () => {
  const ids = (contacts: Contact[]) => contacts.map(({ id }) => id);

  it('pages through all of them, newest first, by number and by cursor', async () => {
    const account = crm.newAccount();
    const created: number[] = [];
    for (let count = 0; count < 5; count += 1) created.unshift((await crm.create(account)).id);
    await crm.create(crm.newAccount());

    const first = await crm.list(account, { per_page: 2 });
    expect(ids(first.contacts)).toEqual(created.slice(0, 2));
    expect(first.pagination).toMatchObject({ current_page: 1, per_page: 2, last_page: 3, total: 5 });

    const second = await crm.list(account, { per_page: 2, cursor: first.pagination.next_cursor! });
    expect(ids(second.contacts)).toEqual(created.slice(2, 4));
    expect(second.pagination).toMatchObject({ current_page: null, last_page: null, total: null });

    const last = await crm.list(account, { per_page: 2, page: 3 });
    expect(ids(last.contacts)).toEqual(created.slice(4));
    expect(last.pagination).toMatchObject({ current_page: 3, total: 5, next_cursor: null });
  });

  it('neither skips nor repeats a contact while others come', async () => {
    const account = crm.newAccount();
    const created: number[] = [];
    for (let count = 0; count < 4; count += 1) created.unshift((await crm.create(account)).id);

    const { contacts, pagination } = await crm.list(account, { per_page: 2 });
    await crm.create(account);
    const next = await crm.list(account, { per_page: 2, cursor: pagination.next_cursor! });
    expect([...ids(contacts), ...ids(next.contacts)]).toEqual(created);
  });

  it('answers an empty list to an account without contacts', async () => {
    expect(await crm.list(crm.newAccount())).toMatchObject({
      contacts: [],
      pagination: { current_page: 1, last_page: 1, total: 0, next_cursor: null },
    });
  });
});

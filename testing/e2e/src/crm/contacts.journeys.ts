import type { CreateContact } from '@chat/client';
import { refusal, until, type TestClient } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { connectPhone, openShop } from '../messages/shop';

export function contacts(stack: RunningStack): void {
  let client: TestClient;
  /** Of the same account, with the scopes of tickets. */
  let team: TestClient;
  let stranger: TestClient;

  beforeEach(async () => {
    const { admin } = stack();
    const account = await admin.createAccount();
    client = stack().typedClient(await admin.createApiKey(account.id));
    team = stack().typedClient(
      await admin.createApiKey(account.id, { scopes: ['tickets:read', 'tickets:write'] }),
    );
    stranger = await openShop(stack());
  });

  const person = { firstname: 'Ana', lastname: 'Núñez', mobile_code: '34', mobile: '612345678' };
  const create = async (members: Partial<CreateContact> = {}) =>
    (await client.createContact({ ...person, ...members })).contact;
  const all = async () => (await client.listContacts()).contacts;

  it('are created', async () => {
    expect(await create()).toMatchObject({ ...person, phone: '34612345678', marketing_opted_out: false });
  });

  it.each([
    ['invalid_phone', { mobile: '6' }],
    ['invalid_phone', { mobile: '6'.repeat(16) }],
    ['invalid_phone', { mobile_code: '99999' }],
    ['validation_error', { firstname: ' ' }],
    ['validation_error', { firstname: 7 }],
    ['validation_error', { id: 7 }],
    ['validation_error', { mobile_code: '+34' }],
  ])('are refused with %s when they have %j', async (code, members) => {
    const { error } = await client.raw.post('/v1/contacts', { ...person, ...members });
    expect(error).toMatchObject({ code });
    expect(await all()).toEqual([]);
  });

  it('are created once per number by 200 concurrent requests', async () => {
    const requests = await Promise.allSettled(Array.from({ length: 200 }, () => create()));
    expect(requests.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = requests.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject(
      Array<object>(199).fill({ reason: { status: 409, code: 'duplicate_contact' } }),
    );
    expect(await all()).toHaveLength(1);
  });

  it('are listed newest first, by page and by cursor', async () => {
    const ids: number[] = [];
    for (const mobile of ['612345671', '612345672', '612345673']) ids.unshift((await create({ mobile })).id);
    const list = async (query: { page?: number; cursor?: string } = {}) => {
      const { contacts: listed, pagination } = await client.listContacts({ per_page: 2, ...query });
      return { ids: listed.map(({ id }) => id), pagination: pagination! };
    };

    const first = await list();
    expect(first.ids).toEqual(ids.slice(0, 2));
    expect(first.pagination).toMatchObject({ current_page: 1, per_page: 2, last_page: 2, total: 3 });
    expect((await list({ page: 2 })).ids).toEqual(ids.slice(2));
    expect((await list({ cursor: first.pagination.next_cursor! })).ids).toEqual(ids.slice(2));
  });

  it.each([
    'per_page=0',
    'per_page=101',
    'page=0',
    'page=x',
    'cursor=x',
    `search=${'x'.repeat(101)}`,
    'unknown=1',
  ])('are not listed with %s', async (query) => {
    const { code, errors } = (await client.raw.get(`/v1/contacts?${query}`)).error;
    const member = query.split('=')[0];
    expect({ code, members: Object.keys(errors as object) }).toEqual({
      code: 'validation_error',
      members: [member],
    });
  });

  it.each(['nunez', 'ANA NÚ', '3456', 'ú'])('are found by %s', async (search) => {
    const { id } = await create();
    await create({ firstname: 'Eva', lastname: 'Ng', mobile: '699999999' });
    expect((await client.listContacts({ search })).contacts).toMatchObject([{ id }]);
  });

  it.each([
    '447911123456',
    '+447911123456',
    '+44 7911 123456',
    '+44 (0)7911 123456',
    '+4407911123456',
    '00447911123456',
    '011 44 7911 123456',
    '07911123456',
    '07911 123 456',
    '(07911) 123-456',
    '07911.123.456',
    '7911123456',
    'tel:+44-7911-123456',
    '\u202a+44\u00a07911\u00a0123456\u202c',
    '０７９１１ １２３４５６',
    '+44 7911',
    '11 123',
  ])('are found by their number written as %s, and so are their tickets', async (search) => {
    const { id } = await create({ mobile_code: '44', mobile: '7911123456' });
    await create({ mobile_code: '1', mobile: '2025550199' });
    const { ticket_type: type } = await team.createTicketType({ key: 'support', name: 'Support' });
    const { ticket } = await team.createTicket({ type_key: type.key, subject: 'Parcel', contact_id: id });
    expect((await client.listContacts({ search })).contacts).toMatchObject([{ id }]);
    expect((await team.listTickets({ search })).tickets).toMatchObject([{ number: ticket.number }]);
  });

  it('are made of a number that no plan has, and answered, once it wrote', async () => {
    const benin = { mobile_code: '229', mobile: '97112233' };
    const { number, device } = await connectPhone(stack(), client);
    const text = { ...benin, chat_account_id: device.id, message: 'Bonjour' };
    expect((await refusal(create(benin))).code).toBe('invalid_phone');
    expect((await refusal(client.sendMessage(text))).code).toBe('invalid_phone');

    await stack().sandbox.write('22997112233', { to: number, text: 'Allô ?' });
    const conversation = await until(async () => (await client.listConversations()).conversations[0], {
      describe: 'the message to be there',
    });
    expect(conversation.contact.phone).toBe('22997112233');
    const { conversation_id } = await client.sendMessage(text);
    expect(conversation_id).toBe(conversation.id);
    const { id } = await create(benin);
    expect(await refusal(create(benin))).toMatchObject({ code: 'duplicate_contact', contact_id: id });
    expect((await client.listContacts({ search: '+229 97 11 22 33' })).contacts).toMatchObject([{ id }]);
  });

  it('are changed only in the given members', async () => {
    const before = await create();
    const change = { lastname: 'Silva', marketing_opted_out: true };
    const { contact } = await client.updateContact({ id: before.id, ...change });
    expect(contact).toMatchObject({ ...before, ...change, updated_at: contact.updated_at });
    expect((await client.listContacts({ search: 'silva' })).contacts).toEqual([contact]);
    expect((await client.getContact({ id: before.id })).contact).toEqual(contact);
    const renumbered = await client.raw.patch(`/v1/contacts/${before.id}`, { mobile: '699999999' });
    expect(renumbered.error.code).toBe('validation_error');
  });

  it('are deleted permanently', async () => {
    const { id } = await create();
    expect(await client.deleteContact({ id })).toEqual({ deleted: true, id });
    expect(await all()).toEqual([]);
    expect((await refusal(client.deleteContact({ id }))).code).toBe('not_found');
    expect((await create()).id).not.toBe(id);
  });

  it('do not exist for another account, nor under a malformed id', async () => {
    const { id } = await create();
    const unknown = await refusal(stranger.updateContact({ id: 999_999 }));
    expect(unknown.code).toBe('not_found');
    for (const target of [id, 'x', 0, -1, '1.0', '9007199254740993']) {
      const path = `/v1/contacts/${target}`;
      expect((await stranger.raw.get(path)).error).toEqual(unknown);
      expect((await stranger.raw.patch(path, { lastname: 'Mine' })).error).toEqual(unknown);
      expect((await stranger.raw.delete(path)).error).toEqual(unknown);
    }
    expect(await all()).toMatchObject([{ id, lastname: 'Núñez' }]);
  });
}

import type { Pagination } from '@chat/contracts';
import type { Contact } from '@chat/contracts/crm';
import type { ApiClient } from '@chat/testing';
import type { RunningStack } from './shared-stack';
import { openShop } from './shop';

interface OneContact {
  contact: Contact;
}
interface ContactPage {
  data: { contacts: Contact[] };
  meta: { pagination: Pagination };
}

export function contacts(stack: RunningStack): void {
  let client: ApiClient;
  let stranger: ApiClient;

  beforeEach(async () => {
    client = await openShop(stack());
    stranger = await openShop(stack());
  });

  const body = { firstname: 'Ana', lastname: 'Núñez', mobile_code: '34', mobile: '612345678' };
  const create = async (members: object = {}) =>
    (await client.post<OneContact>('/v1/contacts', { ...body, ...members })).data.contact;
  const list = async (query = '') => (await client.get(`/v1/contacts${query}`)).body as ContactPage;

  it('are created with 201', async () => {
    const answer = await client.post<OneContact>('/v1/contacts', body);
    expect(answer.status).toBe(201);
    expect(answer.data.contact).toMatchObject({ ...body, phone: '34612345678', marketing_opted_out: false });
  });

  it.each([
    ['invalid_phone', { mobile: '6' }],
    ['validation_error', { firstname: ' ' }],
    ['validation_error', { firstname: 7 }],
    ['validation_error', { id: 7 }],
    ['validation_error', { mobile_code: '+34' }],
  ])('are refused with %s when they have %j', async (code, members) => {
    expect((await client.post('/v1/contacts', { ...body, ...members })).error).toMatchObject({ code });
    expect((await list()).data.contacts).toEqual([]);
  });

  it('are one for a number, of 200 that ask for it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.post('/v1/contacts', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ error }) => error.code)).toEqual(Array<string>(199).fill('duplicate_contact'));
    expect((await list()).data.contacts).toHaveLength(1);
  });

  it('are listed newest first, by pages and by cursor', async () => {
    const ids: number[] = [];
    for (const mobile of ['612345671', '612345672', '612345673']) ids.unshift((await create({ mobile })).id);
    const idsOf = ({ data }: ContactPage) => data.contacts.map(({ id }) => id);

    const first = await list('?per_page=2');
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(first.meta.pagination).toMatchObject({ current_page: 1, per_page: 2, last_page: 2, total: 3 });
    expect(idsOf(await list('?per_page=2&page=2'))).toEqual(ids.slice(2));
    expect(idsOf(await list(`?per_page=2&cursor=${first.meta.pagination.next_cursor}`))).toEqual(
      ids.slice(2),
    );
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
    const { code, errors } = (await client.get(`/v1/contacts?${query}`)).error;
    const member = query.split('=')[0];
    expect({ code, members: Object.keys(errors as object) }).toEqual({
      code: 'validation_error',
      members: [member],
    });
  });

  it.each(['nunez', 'ANA NÚ', '3456', '%C3%BA'])('are found by %s', async (search) => {
    const { id } = await create();
    await create({ firstname: 'Eva', lastname: 'Ng', mobile: '699999999' });
    expect((await list(`?search=${search}`)).data.contacts).toMatchObject([{ id }]);
  });

  it('are changed by what is given', async () => {
    const before = await create();
    const path = `/v1/contacts/${before.id}`;
    const changed = await client.patch<OneContact>(path, { lastname: 'Silva', marketing_opted_out: true });
    expect(changed.status).toBe(200);
    expect(changed.data.contact).toMatchObject({
      ...before,
      lastname: 'Silva',
      marketing_opted_out: true,
      updated_at: changed.data.contact.updated_at,
    });
    expect((await list('?search=silva')).data.contacts).toEqual([changed.data.contact]);
    expect((await client.patch(path, { mobile: '699999999' })).error.code).toBe('validation_error');
  });

  it('are deleted for good', async () => {
    const { id } = await create();
    const deleted = await client.delete(`/v1/contacts/${id}`);
    expect(deleted).toMatchObject({ status: 200, data: { deleted: true, id } });
    expect((await list()).data.contacts).toEqual([]);
    expect((await client.delete(`/v1/contacts/${id}`)).error.code).toBe('not_found');
    expect((await client.post('/v1/contacts', body)).status).toBe(201);
  });

  it('are not there for another account, nor by an id that is none', async () => {
    const { id } = await create();
    const unknown = (await stranger.patch('/v1/contacts/999999', {})).error;
    expect(unknown.code).toBe('not_found');
    for (const target of [id, 'x', 0, -1, '1.0', '9007199254740993']) {
      expect((await stranger.patch(`/v1/contacts/${target}`, { lastname: 'Mine' })).error).toEqual(unknown);
      expect((await stranger.delete(`/v1/contacts/${target}`)).error).toEqual(unknown);
    }
    expect((await list()).data.contacts).toMatchObject([{ id, lastname: 'Núñez' }]);
  });
}

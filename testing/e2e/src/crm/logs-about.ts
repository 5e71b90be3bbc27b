import type { Contact } from '@chat/contracts/crm';
import { until, type ApiClient, type Browser } from '@chat/test-kit';
import type { Marks } from '../messages/marks';

/** A person, with texts by which all that is stored of them is found. */
export interface Marked {
  readonly person: { readonly long: string };
  readonly marks: Marks;
  readonly contact: Contact;
}

/** Makes an audited change of the person's contact, and requests that name the person wherever a client may do so. */
export async function askAbout({ person, marks, contact }: Marked, client: ApiClient): Promise<void> {
  expect((await client.patch(`/v1/contacts/${contact.id}`, { firstname: 'Ana Maria' })).status).toBe(200);
  await client.get(`/v1/contacts?search=${marks.lastname}`);
  await client.get(`/v1/contacts/${person.long}`);
  const body = { [marks.lastname!]: person.long, mobile: [marks.name] };
  expect((await client.post('/v1/contacts', body)).status).toBe(422);
}

/** What the audit log and the request log show an admin of what `askAbout` asked. Neither shows anything of the person. */
export async function logsAbout({ marks, contact }: Marked, admin: Browser): Promise<object> {
  const read = async (path: string) => {
    const page = await admin.get(`/console/api/${path}`);
    expect([path, page.status]).toEqual([path, 200]);
    expect(Object.values(marks).filter((mark) => page.text.includes(mark))).toEqual([]);
    return (JSON.parse(page.text) as { data: Record<string, Record<string, unknown>[]> }).data;
  };
  const firstOf = (list: string, path: string) =>
    until(async () => (await read(path))[list]![0], { describe: `the first of the ${list}` });
  await firstOf('entries', `audit?target=contacts/${contact.id}`);
  const { entries } = await read(`audit?target=contacts/${contact.id}&action=contact.update`);
  expect(entries).toMatchObject([{ changed: ['firstname'], before: {}, after: {} }]);
  const request = await firstOf('requests', 'requests?status=422&route=/v1/contacts');
  expect(request.faults).toContain('unknown member');
  return { entries, request };
}

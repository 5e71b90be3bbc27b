import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { exportContact } from '@chat/contracts/crm';
import { exportPhoneRecords } from '@chat/contracts/device-sessions';
import { exportConversations, exportMessages } from '@chat/contracts/messaging';
import { exportPersonTickets } from '@chat/contracts/tickets';
import { exportPersonDeliveries } from '@chat/contracts/webhooks';
import { AppError } from '@chat/errors';
import { FilesystemBlobStore } from '@chat/media';
import { until } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { OWN_PAGE, PersonAtConsole } from '../testing/signed-in-person';

const BLOB = '1/2026-01-02/7b1e4a3c-9f0d-4c52-8a7e-0d1f2a3b4c5d';
/** More than is kept between the gateway and a reader who does not read. */
const LONG_TEXT = 'x'.repeat(500_000);
const MANY = 60;
/** What has not changed for as many looks stands still. */
const LOOKS = 10;

describe('the export of a person', () => {
  let gateway: GatewayUnderTest;
  let accountId: number;
  let admin: PersonAtConsole;
  /** Who was asked for in whose name. */
  const asked: object[] = [];
  let longTexts: number;
  let refusal: AppError | null;
  let ticketsAnswer: boolean;
  /** As they are by now. */
  let conversations: () => { id: number; record: object }[];
  /** The last message that was asked for. */
  let reached: number;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    accountId = await gateway.createAccount();
    admin = await PersonAtConsole.signIn(gateway, accountId, 'admin');
    const store = await FilesystemBlobStore.open(gateway.service.blobFolder);
    await store.write(BLOB, Readable.from([Buffer.from('a picture')]));
    const { bus } = gateway;
    await bus.respond(exportConversations, ({ body }, { account, credential }) => {
      if (refusal) throw refusal;
      asked.push({ ...body, account: account.id, by: credential.person?.id });
      return { conversations: conversations(), opt_out: null };
    });
    await bus.respond(exportContact, () => ({
      ...{ names: [], contact_id: 7, contact: { id: 7 }, app_contact: null, opt_out: null },
    }));
    await bus.respond(exportPhoneRecords, () => ({ people: [], keys: [] }));
    await bus.respond(exportMessages, ({ body: { after_id } }) => {
      const media = { blob: BLOB, filename: null, mime_type: 'image/png' };
      reached = after_id;
      const last = after_id < longTexts ? after_id + 1 : null;
      return { messages: [{ id: after_id, record: { text: last ? LONG_TEXT : '' }, media }], last_id: last };
    });
    await bus.respond(exportPersonTickets, ({ body: { conversation_ids } }) => {
      asked.push({ conversation_ids });
      if (!ticketsAnswer) throw new AppError('service_unavailable');
      return { tickets: [], numbers: [], last_id: null };
    });
    await bus.respond(exportPersonDeliveries, () => ({ deliveries: [], last_id: null }));
  });

  beforeEach(() => {
    longTexts = 0;
    refusal = null;
    ticketsAnswer = true;
    conversations = () => [{ id: 5, record: { id: 5, merged_ids: [3] } }];
    reached = 0;
  });

  afterAll(() => gateway.stop());

  const body = { phone: '4915112345678' };
  const exportAs = (person: PersonAtConsole) => person.call('POST', '/person-exports', { body });
  /** An answer whose body is not read. */
  const begin = (signal: AbortSignal) =>
    fetch(`${gateway.url}/console/api/person-exports`, {
      method: 'POST',
      headers: { ...OWN_PAGE, cookie: admin.browser.cookieHeader, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });

  it('is one document with the files in it, asked for in the name of the person who wants it', async () => {
    const answer = await exportAs(admin);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="person.json"',
    ]);
    expect(JSON.parse(answer.text)).toMatchObject({
      ...{ phone: body.phone, contact: { id: 7 }, tickets: [], deliveries: [] },
      conversations: [
        { id: 5, messages: [{ media: { base64: Buffer.from('a picture').toString('base64') } }] },
      ],
    });
    expect(asked).toContainEqual({ ...body, account: accountId, by: admin.id });
    expect(asked).toContainEqual({ conversation_ids: [5, 3] });
  });

  it('has no part while conversations merge, and breaks off if they begin to', async () => {
    const other = { id: 5, record: { id: 5, merged_ids: [] } };
    const survivor = { id: 4, record: { id: 4, merged_ids: [5] } };
    conversations = () => [survivor, other];
    expect((await exportAs(admin)).error).toMatchObject({
      code: 'service_unavailable',
      message: 'Conversations with this person are being merged. Export again in a minute.',
    });
    let looks = 0;
    conversations = () => (++looks === 1 ? [other] : [survivor]);
    await expect(exportAs(admin)).rejects.toThrow();
    conversations = () => [survivor];
    expect((await exportAs(admin)).status).toBe(200);
  });

  it('is not for developers', async () => {
    const developer = await PersonAtConsole.signIn(gateway, accountId, 'developer');
    expect((await exportAs(developer)).error?.code).toBe('insufficient_scope');
  });

  it('is refused as the services refuse it, and breaks off rather than look complete', async () => {
    refusal = new AppError('invalid_phone');
    expect((await exportAs(admin)).error?.code).toBe('invalid_phone');
    refusal = null;
    ticketsAnswer = false;
    await expect(exportAs(admin)).rejects.toThrow();
    ticketsAnswer = true;
    expect((await exportAs(admin)).status).toBe(200);
  });

  it('is made once at a time, no faster than it is read, and ends with its reader', async () => {
    longTexts = MANY;
    const left = new AbortController();
    const first = await begin(left.signal);
    expect((await exportAs(admin)).error?.code).toBe('rate_limit_exceeded');
    const looks: number[] = [];
    const isWaiting = () => looks.push(reached) > LOOKS && reached > 0 && looks.at(-LOOKS) === reached;
    await until(isWaiting, { describe: 'the export to wait for its reader' });
    expect(reached).toBeLessThan(MANY);
    left.abort();
    await expect(text(Readable.fromWeb(first.body as never))).rejects.toThrow();
    longTexts = 0;
    await until(async () => (await exportAs(admin)).status === 200, { describe: 'the slot to be free' });
  });
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { scopes } from '@chat/contracts';
import { erasePerson, getErasure, type Contact, type Erasure } from '@chat/contracts/crm';
import type { Conversation, MessageEventData, SentMessage } from '@chat/contracts/messaging';
import type { Template } from '@chat/contracts/templates';
import type { Ticket } from '@chat/contracts/tickets';
import { systemContext } from '@chat/service-kit';
import {
  Browser,
  EventStreamReader,
  until,
  type ApiClient,
  type Credential,
  type WebhookReceiver,
} from '@chat/test-kit';
import { connectCloud, putNumber, type BusinessNumber } from '../cloud/cloud-shop';
import { findMarks, type Marks } from '../messages/marks';
import type { RunningStack } from '../shared-stack';
import { connectPhone, listen } from '../messages/shop';
import { askAbout, logsAbout } from './logs-about';
import { runAdmin } from './run-admin';

/** Brazilian numbers can be written with a ninth digit or without. */
const ANA = { long: '5511987654321', short: '551187654321' };
const EVA = { long: '5511976543210', short: '551176543210' };

const PASSWORD = 'correct horse battery';

type Person = typeof ANA;

/** Everything stored of one person, and who it is. */
interface Planted {
  person: Person;
  marks: Marks;
  contact: Contact;
  conversationIds: number[];
  ticket: Ticket;
}

export function personErased(stack: RunningStack): void {
  let accountId: number;
  let key: Credential;
  let client: ApiClient;
  let receiver: WebhookReceiver;
  let silent: WebhookReceiver;
  let device: { id: number; number: string };
  let cloud: { id: number; number: BusinessNumber };
  let template: Template;
  let folder: string;
  let answering = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-exports-'));
    const { admin } = stack();
    accountId = (await admin.createAccount()).id;
    key = await admin.createApiKey(accountId, { scopes: [...scopes] });
    const typed = stack().typedClient(key);
    client = typed.raw;
    receiver = await listen(typed);
    receiver.answer = () => ({ status: 200, body: answering });
    // Deliveries that it refuses are retried later.
    silent = await listen(typed);
    silent.answer = () => ({ status: 500 });
    const phone = await connectPhone(stack(), typed);
    device = { id: phone.device.id, number: phone.number };
    const number = await putNumber(stack(), '12025557001');
    cloud = { id: (await connectCloud(stack(), accountId, number)).id, number };
    await client.post('/v1/ticket-types', { key: 'support', name: 'Support' });
    template = await approvedTemplate();
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await Promise.all([receiver.stop(), silent.stop()]);
  });

  const withKey = () => ({ headers: { 'idempotency-key': randomUUID() } });

  async function approvedTemplate(): Promise<Template> {
    const draft = {
      chat_account_id: cloud.id,
      name: 'order_ready',
      language: 'en_US',
      category: 'UTILITY',
      body: 'Dear {{1}}, your order is ready.',
      body_examples: ['Ana'],
    };
    const { data } = await client.post<{ template: Template }>('/v1/templates', draft, withKey());
    const path = `/v1/templates/${data.template.template_id}`;
    return until(
      async () => {
        const { template: one } = (await client.get<{ template: Template }>(path)).data;
        return one.status === 'APPROVED' && one;
      },
      { describe: 'the approval' },
    );
  }

  const received = (id: string) =>
    receiver.waitFor<MessageEventData>('message.received', ({ data }) => data.message.chat_message_id === id);

  /**
   * Creates a person on both kinds of channel, in both spellings of the number, with media, tickets, templates and
   * deliveries.
   */
  async function plant(person: Person, sign: string): Promise<Planted> {
    const mark = (what: string) => `${sign}${what}${randomUUID().slice(0, 8)}`;
    const names = { name: mark('Profile'), lastname: mark('Lastname') };
    const texts = { inbound: mark('Inbound'), outbound: mark('Outbound'), bytes: mark('Bytes') };
    const more = { filename: mark('File'), subject: mark('Subject'), description: mark('Description') };
    const last = { variable: mark('Variable'), comment: mark('Comment'), answer: mark('Answer') };
    const marks = { ...person, ...names, ...texts, ...more, ...last };
    answering = last.answer;

    const { sandbox } = stack();
    for (const digits of Object.values(person)) await sandbox.setPhone(digits, { name: names.name });
    const created = await client.post<{ contact: Contact }>('/v1/contacts', {
      ...{ firstname: 'Ana', lastname: names.lastname, mobile_code: '55', mobile: person.long.slice(2) },
    });
    const contact = created.data.contact;
    const data = Buffer.from(`${texts.bytes} `.repeat(1_000)).toString('base64');
    // What an engine keeps for a person is not written by the sandbox's.
    for (const digits of Object.values(person)) {
      await stack().query(
        `INSERT INTO device_sessions.session_keys VALUES ($1, $2, 'session', $3 || '.0', 'sealed')`,
        [accountId, device.id, digits],
      );
    }
    const byDevice = await sandbox.write(person.short, {
      ...{ to: device.number, type: 'document', media: `data:text/plain;base64,${data}` },
      ...{ filename: `${more.filename}.txt`, caption: texts.inbound },
    });
    const byCloud = await sandbox.write(person.long, { to: cloud.number.digits, text: texts.inbound });
    const conversationIds = [
      (await received(byDevice)).data.conversation_id,
      (await received(byCloud)).data.conversation_id,
    ];
    await settledMedia(conversationIds[0]!);
    const sentIds: number[] = [];
    for (const conversation_id of conversationIds) {
      const body = { conversation_id, message: texts.outbound };
      sentIds.push((await client.post<SentMessage>('/v1/messages', body, withKey())).data.message_id);
    }
    const sent = await client.post<SentMessage>(
      '/v1/templates/send',
      {
        ...{ template_id: template.template_id, chat_account_id: cloud.id },
        ...{ mobile_code: '55', mobile: person.long.slice(2), body_variables: [last.variable] },
      },
      withKey(),
    );
    sentIds.push(sent.data.message_id);
    const ticket = await plantTicket({
      ...{ subject: more.subject, description: more.description, comment: last.comment },
      ...{ contact_id: contact.id, conversation_id: conversationIds[0]! },
    });
    // Waits until the data to be exported no longer changes.
    for (const id of sentIds)
      await receiver.waitFor<MessageEventData>('message.delivered', ({ data }) => data.message.id === id);
    await receiver.waitFor('ticket.status_changed', ({ body }) => body.includes(more.subject));
    return { person, marks, contact, conversationIds, ticket };
  }

  const settledMedia = (conversationId: number) =>
    until(
      async () => {
        const path = `/v1/conversations/${conversationId}`;
        const listed = await client.get<{ messages: { media_url: string | null }[] }>(`${path}/messages`);
        const url = listed.data.messages[0]?.media_url;
        return url ? (await client.get(new URL(url).pathname)).status === 200 : false;
      },
      { describe: 'the bytes of the document' },
    );

  async function plantTicket(members: {
    subject: string;
    description: string;
    comment: string;
    contact_id: number;
    conversation_id: number;
  }): Promise<Ticket> {
    const { comment, ...body } = members;
    const made = await client.post<{ ticket: Ticket }>('/v1/tickets', { type_key: 'support', ...body });
    const { number } = made.data.ticket;
    await client.post(`/v1/tickets/${number}/close`);
    const rated = await client.post<{ ticket: Ticket }>(`/v1/tickets/${number}/csat`, { rating: 5, comment });
    expect(rated.status).toBe(200);
    return rated.data.ticket;
  }

  /** @returns the number of the ticket, which is in the export. */
  async function ticketOfFormerContact(digits: string, subject: string): Promise<string> {
    const body = { firstname: 'Uta', mobile_code: '1', mobile: digits.slice(1) };
    const { contact } = (await client.post<{ contact: Contact }>('/v1/contacts', body)).data;
    const draft = { type_key: 'support', subject, contact_id: contact.id };
    const { number } = (await client.post<{ ticket: Ticket }>('/v1/tickets', draft)).data.ticket;
    expect((await client.delete(`/v1/contacts/${contact.id}`)).status).toBe(200);
    await until(async () => (await exported({ long: digits, short: digits })).text.includes(number), {
      describe: 'messaging to know the contact',
    });
    return number;
  }

  const admin = (...words: string[]) => runAdmin(stack(), words);
  const exported = async ({ long }: Person) => {
    const text = await admin('person', 'export', '--account', String(accountId), '--phone', long);
    const { exported_at, ...rest } = JSON.parse(text) as Record<string, unknown>;
    expect(typeof exported_at).toBe('string');
    return { text, rest };
  };
  const ask = () => systemContext(accountId);
  const erasureOf = (id: number): Promise<Erasure> =>
    stack().admin.bus.request(getErasure, ask(), { body: { id } });
  const untilErased = (id: number) =>
    until(async () => (await erasureOf(id)).erased_at !== null, {
      describe: 'the end of the erasure',
      timeoutMs: 60_000,
    });

  it('is exported completely and erased everywhere in spite of kill -9, and nobody else is affected', async () => {
    const eva = await plant(EVA, 'Eva');
    const stream = await openStream();
    const ana = await plant(ANA, 'Ana');
    await askAbout(ana, client);
    const person = await adminAtConsole();

    // The export contains all of it: in one document, and with media as files.
    const whole = (await exported(ANA)).text;
    const decoded = whole + Buffer.from(/"base64":"([^"]*)"/.exec(whole)![1]!, 'base64').toString();
    const missing = Object.entries(ana.marks).filter(([, value]) => !decoded.includes(value));
    expect(missing).toEqual([]);
    const file = join(folder, 'ana.json');
    const spelling = ['--phone', ANA.short];
    await admin('person', 'export', '--account', String(accountId), ...spelling, '--out', file);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ contact: { id: ana.contact.id } });
    const [media] = await readdir(join(folder, 'ana-media'));
    expect(await readFile(join(folder, 'ana-media', media!), 'utf8')).toContain(ana.marks.bytes);
    const before = withoutAttempts((await exported(EVA)).rest);
    const told = JSON.stringify(stream.told);
    expect([ana.marks.inbound, ana.marks.lastname].filter((mark) => !told.includes(mark!))).toEqual([]);
    const seen = await logsAbout(ana, person);

    // Each mark must be found before, so that its absence afterwards means something.
    const places = await findMarks(stack(), ana.marks);
    const unfound = Object.keys(ana.marks).filter(
      (mark) => !places.some((place) => place.startsWith(`${mark} in `)),
    );
    expect(unfound).toEqual([]);
    expect(places).toEqual(
      expect.arrayContaining([
        'bytes in blobs',
        'inbound in nats',
        'name in messaging.conversations',
        'short in device_sessions.people',
        'long in device_sessions.session_keys',
      ]),
    );

    const id = await eraseThroughKills(ana);
    await untilErased(id);

    expect(await findMarks(stack(), ana.marks)).toEqual([]);
    expect(await logsAbout(ana, person)).toEqual(seen);
    await stream.until(({ events }) => events.includes('reset'), 'the reset');
    const again = await openStream(stream.frames[0]!.id);
    await again.until(({ events }) => events.includes('reset'), 'the reset');
    const replayed = JSON.stringify(again.frames);
    expect(Object.values(ana.marks).filter((mark) => replayed.includes(mark))).toEqual([]);
    for (const reader of [stream, again]) reader.close();
    expect(withoutAttempts((await exported(EVA)).rest)).toEqual(before);
    expect((await exported(ANA)).rest).toMatchObject({ contact: null, conversations: [], deliveries: [] });
    const kept = (await client.get<{ ticket: Ticket }>(`/v1/tickets/${ana.ticket.number}`)).data.ticket;
    expect(kept).toMatchObject({ subject: '(erased)', description: null, status: 'closed' });
    expect(kept.csat).toEqual({ rating: 5, comment: null });
    expect((await erasureOf(id)).erased).toMatchObject({
      conversations: 2,
      contacts: 1,
      tickets: 1,
      media: 1,
    });
    expect((await client.get(`/v1/conversations/${eva.conversationIds[0]!}`)).status).not.toBe(500);
  }, 480_000);

  async function adminAtConsole(): Promise<Browser> {
    const { email } = await stack().admin.createUser(accountId, `admin-${accountId}@example.com`, PASSWORD);
    const browser = new Browser(stack().gatewayUrls[0]!);
    expect((await browser.signIn(email, PASSWORD)).status).toBe(303);
    return browser;
  }

  async function openStream(cursor?: string): Promise<EventStreamReader> {
    const headers = { 'client-id': key.clientId, 'client-secret': key.clientSecret };
    const reader = await EventStreamReader.open(stack().gatewayUrls[0]!, headers, { cursor });
    return reader.until(({ frames }) => frames.length > 0, 'the first frame');
  }

  /**
   * Erases while the contact is locked, so that the erasure stops half-way: clients no longer see anything, but much is
   * still stored. Then kills the process that works on it, and the one with the conversations.
   */
  async function eraseThroughKills({ person, contact, conversationIds }: Planted): Promise<number> {
    const holder = new Client({ connectionString: stack().databaseUrl });
    // The connection breaks with the stack if nothing ends it before.
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM crm.contacts WHERE id = $1 FOR UPDATE', [contact.id]);
    const { id } = await stack().admin.bus.request(erasePerson, ask(), { body: { phone: person.short } });
    await until(
      async () => (await client.get(`/v1/conversations/${conversationIds[0]!}/messages`)).status === 404,
      { describe: 'the conversation to be hidden', timeoutMs: 30_000 },
    );
    expect((await client.get(`/v1/conversations/${conversationIds[1]!}/messages`)).status).toBe(404);
    const { conversations } = (await client.get<{ conversations: Conversation[] }>('/v1/conversations')).data;
    expect(conversations.filter((one) => conversationIds.includes(one.id))).toEqual([]);
    expect((await erasureOf(id)).erased_at).toBeNull();
    const starts = await Promise.all([stack().killAll('crm'), stack().killAll('messaging')]);
    await holder.query('ROLLBACK');
    await holder.end();
    // Does not wait for its lease to expire.
    await stack().query(`UPDATE crm.jobs SET due_at = now() WHERE type = 'erase-person'`);
    await Promise.all(starts.map((startAgain) => startAgain()));
    return id;
  }

  it('is not restored by late events, and starts anew by writing again', async () => {
    const digits = '12025567123';
    const text = `Late${randomUUID().slice(0, 8)}`;
    const id = await stack().sandbox.write(digits, { to: cloud.number.digits, text });
    const first = (await received(id)).data.conversation_id;
    const ticket = await ticketOfFormerContact(digits, text);
    const erasure = await stack().admin.bus.request(erasePerson, ask(), { body: { phone: digits } });
    await untilErased(erasure.id);
    expect(await findMarks(stack(), { digits, text })).toEqual([]);
    const kept = (await client.get<{ ticket: Ticket }>(`/v1/tickets/${ticket}`)).data.ticket;
    expect(kept).toMatchObject({ subject: '(erased)' });

    const again = await stack().sandbox.write(digits, { to: cloud.number.digits, text: 'Hello again' });
    const { data } = await received(again);
    expect(data.conversation_id).not.toBe(first);
    expect(data.message.sequence).toBe(1);
    expect((await client.get(`/v1/messages/${data.message.id}`)).status).toBe(200);
  }, 480_000);

  it.each([
    ['who hides the number', true],
    ["whose number is known, with all that is the number's", false],
  ])(
    'is exported and erased by the id of the network: somebody %s',
    async (_, hidesNumber) => {
      const digits = hidesNumber ? '12025567124' : '12025567125';
      const mark = (what: string) => `${what}${randomUUID().slice(0, 8)}`;
      const marks = { text: mark('Text'), username: mark('name'), ad: mark('Ad') };
      const id = await stack().sandbox.write(digits, {
        to: cloud.number.digits,
        text: marks.text,
        username: marks.username,
        referral: {
          source_url: 'https://ads.example/1',
          source_type: 'ad',
          source_id: '1',
          headline: marks.ad,
        },
        ...(hidesNumber && { hides_number: true }),
      });
      const { data } = await received(id);
      const userId = data.contact.provider_user_id!;
      expect(data.contact.phone).toBe(hidesNumber ? null : digits);
      const all: Record<string, string> = { ...marks, userId };
      if (!hidesNumber) {
        const lastname = mark('Lastname');
        const contact = { firstname: 'Ida', lastname, mobile_code: '1', mobile: digits.slice(1) };
        await client.post('/v1/contacts', contact);
        Object.assign(all, { digits, lastname });
      }
      const person = ['--account', String(accountId), '--user-id', userId];
      const text = await admin('person', 'export', ...person);
      expect(Object.values(all).filter((value) => !text.includes(value))).toEqual([]);
      await admin('person', 'erase', ...person);
      expect(await findMarks(stack(), all)).toEqual([]);
    },
    480_000,
  );
}

/** An export without the attempts of its deliveries, which continue independently of the erasure. */
function withoutAttempts({ deliveries, ...rest }: Record<string, unknown>): object {
  const kept = (deliveries as Record<string, unknown>[]).map(
    ({ id, webhook_id, event_id, event, payload }) => ({ id, webhook_id, event_id, event, payload }),
  );
  return { ...rest, deliveries: kept };
}

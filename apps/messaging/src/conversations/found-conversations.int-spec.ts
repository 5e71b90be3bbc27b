import { BusClient } from '@chat/bus';
import { contactUpdated, type Contact } from '@chat/contracts/crm';
import {
  getConversation,
  hideChannel,
  listConversations,
  messageReceived,
  readConversation,
  type ListConversationsQuery,
} from '@chat/contracts/messaging';
import { refusal, someContact, testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

let messaging: MessagingUnderTest;
let accountId = 0;

beforeAll(async () => {
  messaging = await MessagingUnderTest.start();
});

beforeEach(() => {
  accountId += 1;
});

afterAll(() => messaging.service.stop());

const list = (query: Partial<ListConversationsQuery>, account = accountId) =>
  messaging.bus.request(listConversations, { query: query }, testContext({ accountId: account }));

const ids = async (query: Partial<ListConversationsQuery>, account = accountId) =>
  (await list(query, account)).conversations.map(({ id }) => id);

/** A conversation with somebody who wrote to us, and who can be found. */
async function hearFrom(from: string, { name = 'Ada', channel = 1, username = '' } = {}): Promise<number> {
  const message = { from, name, channel_id: channel, ...(username && { username }) };
  const { chat_message_id } = await messaging.receive(message, accountId);
  const { data } = await messaging.bus.nextEvent(
    messageReceived,
    (event) => event.data.message.chat_message_id === chat_message_id,
  );
  return data.conversation_id;
}

/** Texts follow shortly after what they are made of. */
async function allFindable(): Promise<void> {
  const noted = () => messaging.service.query('SELECT FROM messaging.renamed_people');
  await until(async () => (await noted()).length === 0, { describe: 'all texts to be written' });
}

async function rename(id: number, phone: string, details: Partial<Contact>, entityVersion: number) {
  const contact = someContact({ id, phone, ...details });
  const event = await messaging.bus.publish(contactUpdated, { contact }, { accountId, entityVersion });
  const consumed = () =>
    messaging.service.query('SELECT FROM messaging.inbox WHERE event_id = $1', [event.id]);
  await until(async () => (await consumed()).length > 0, { describe: 'the event to be consumed' });
}

describe('the search for conversations', () => {
  it('finds people by any part of their name, user name or number, and no message', async () => {
    const zoe = await hearFrom('447911123456', { name: 'Zoë Nuñez', username: '@zoe.n' });
    const ida = await hearFrom('4915100000001', { name: 'Ida' });
    await allFindable();
    for (const search of ['NUN', 'zoe nu', '@zoe', '07911 123', '+44 7911', '1123456'])
      expect([search, await ids({ search })]).toEqual([search, [zoe]]);
    expect(await ids({ search: '  ' })).toEqual([ida, zoe]);
    expect(await ids({ search: 'Hi' })).toEqual([]);
    expect(await ids({ search: '%' })).toEqual([]);
    expect(await ids({ search: 'Ida' }, accountId + 1_000)).toEqual([]);
  });

  it('finds them by the name that the address book gives them, as soon as it does, and no longer by another', async () => {
    const phone = '4915112345678';
    const id = await hearFrom(phone, { name: 'Pushy' });
    const contactId = accountId * 100;
    await rename(contactId, phone, { firstname: 'Carla' }, 1);
    await allFindable();
    expect([await ids({ search: 'carla' }), await ids({ search: 'pushy' })]).toEqual([[id], []]);
    await rename(contactId, phone, { firstname: 'Berta' }, 2);
    await allFindable();
    expect([await ids({ search: 'carla' }), await ids({ search: 'berta' })]).toEqual([[], [id]]);
  });

  it('has the order, the cursors and the totals of the list, far beyond the latest conversations', async () => {
    // Written as the release before does.
    await messaging.service.query(
      `INSERT INTO messaging.conversations (account_id, channel_id, contact_phone, canonical_phone, contact_name,
         unread_count, last_message_id, last_message_at)
       SELECT $1, 1 + n % 2, phone, phone, CASE WHEN n % 500 = 0 THEN 'Rare ' ELSE 'Common ' END || n, n % 2, n,
         now() - n * interval '1 minute'
       FROM (SELECT n, (12125000000 + n)::text AS phone FROM generate_series(1, 3000) AS n) AS people`,
      [accountId],
    );
    await allFindable();
    const names = async (query: Partial<ListConversationsQuery>) =>
      (await list(query)).conversations.map(({ contact }) => contact.name);
    const rare = [500, 1000, 1500, 2000, 2500, 3000].map((n) => `Rare ${n}`);
    expect(await names({ search: 'rare' })).toEqual(rare);
    expect(await names({ search: 'rare', per_page: 4, page: 2 })).toEqual(rare.slice(4));
    expect(await names({ search: 'rare', chat_account_id: 2 })).toEqual([]);
    expect(await names({ search: 'rare 2', unread: false })).toEqual(['Rare 2000', 'Rare 2500']);
    expect(await names({ search: 'Common 299', unread: true })).toEqual(
      [299, 2991, 2993, 2995, 2997, 2999].map((n) => `Common ${n}`),
    );
    const bus = new BusClient(messaging.bus.connection);
    const page = async (query: object) => {
      const reply = await bus.forward(listConversations, testContext({ accountId }), { query });
      return JSON.parse(reply.pagination!) as { total: number | null; next_cursor: string };
    };
    expect((await page({ search: 'common', per_page: 5 })).total).toBe(2_994);
    expect((await page({ search: 'on', per_page: 5 })).total).toBe(2_994);
    const { next_cursor: cursor } = await page({ search: 'rare', per_page: 4 });
    expect(await names({ search: 'rare', per_page: 4, cursor })).toEqual(rare.slice(4));
  });

  it('finds nobody on a deleted channel', async () => {
    const kept = await hearFrom('4915112345678', { channel: 3 });
    await hearFrom('4915112345678', { channel: 4 });
    await allFindable();
    const body = { channel_id: 4 };
    await messaging.bus.request(hideChannel, { body }, testContext({ accountId }));
    expect(await ids({ search: 'ada' })).toEqual([kept]);
    expect(await ids({ unread: true })).toEqual([kept]);
  });
});

describe('the filters of conversations', () => {
  it('keep those with unread messages, until they are read', async () => {
    const [first, second] = [await hearFrom('4915112345671'), await hearFrom('4915112345672')];
    expect(await ids({ unread: true })).toEqual([second, first]);
    await messaging.bus.request(readConversation, { params: { id: second } }, testContext({ accountId }));
    expect(await ids({ unread: true })).toEqual([first]);
    expect(await ids({ unread: false })).toEqual([second, first]);
  });

  it('keep those with a contact, on all channels or on one, and only of the own account', async () => {
    const phone = '5511987654321';
    const contactId = accountId * 100;
    const one = await hearFrom(phone, { channel: 5 });
    // The same number as older networks write it.
    const other = await hearFrom('551187654321', { channel: 6 });
    await hearFrom('4915112345678', { channel: 5 });
    await rename(contactId, phone, {}, 1);
    expect(await ids({ contact_id: contactId })).toEqual([other, one]);
    expect(await ids({ contact_id: contactId, chat_account_id: 5 })).toEqual([one]);
    for (const [unknown, account] of [
      [contactId + 1, accountId],
      [0, accountId],
      [contactId, accountId + 1_000],
    ] as const)
      expect(await ids({ contact_id: unknown }, account)).toEqual([]);
  });
});

it('one conversation is shown as the list shows it, to its own account only', async () => {
  const id = await hearFrom('4915112345678');
  const read = (account: number) =>
    messaging.bus.request(getConversation, { params: { id } }, testContext({ accountId: account }));
  const [listed] = (await list({})).conversations;
  expect((await read(accountId)).conversation).toEqual(listed);
  expect((await refusal(read(accountId + 1_000))).code).toBe('not_found');
});

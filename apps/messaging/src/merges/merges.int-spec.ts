import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import {
  conversationMerged,
  exportConversations,
  gatherErased,
  hidePerson,
  preferenceIdentified,
  purgePerson,
  readConversation,
} from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import type { MessagingUnderTest } from '../testing/messaging-under-test';
import { CHANNEL, cloud, PeopleUnderTest } from '../testing/people-under-test';

describe('conversations that prove to be with one person', () => {
  const people = new PeopleUnderTest();
  const { userId, phone, writeInApp, deliver, hidden, byNumber, both, conversation, list } = people;
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await people.start();
    await messaging.bus.respond(cloud.read, () => ({}));
    await messaging.bus.respond(cloud.forget, () => ({}));
  });

  beforeEach(people.next);

  afterAll(() => messaging.service.stop());

  const optedOut = async () => {
    const rows = await messaging.service.query<{ key: string }>(
      'SELECT canonical_phone AS key FROM messaging.opt_outs WHERE opted_out',
    );
    return rows.map(({ key }) => key);
  };
  const merged = async (id: number) =>
    (await messaging.bus.nextEvent(conversationMerged, ({ data }) => data.merged_id === id)).data;
  /** Keeps a message, and so its conversation, from moving until the returned function is called. */
  const hold = async (...ids: number[]) => {
    const { service } = messaging;
    await service.query('BEGIN');
    await service.query('SELECT FROM messaging.messages WHERE id = ANY ($1) FOR UPDATE', [ids]);
    return () => service.query('COMMIT');
  };

  it('become the older one, even if that had no number, and an event tells when all messages have moved', async () => {
    const older = await hidden();
    const younger = await byNumber();
    expect(younger.conversation_id).not.toBe(older.conversation_id);
    const last = await both();
    expect(last).toMatchObject({
      conversation_id: older.conversation_id,
      contact: { phone: phone(), provider_user_id: userId() },
      sequence: 3,
    });
    const told = await merged(younger.conversation_id);
    expect(told).toEqual({
      conversation: await conversation(older.conversation_id),
      merged_id: younger.conversation_id,
    });
    expect(told.conversation).toMatchObject({ unread_count: 3, last_message: { id: last.id } });
    expect(await messaging.read(younger.id)).toMatchObject({
      conversation_id: older.conversation_id,
      sequence: 2,
      updated_at: younger.updated_at,
    });
    expect(await byNumber()).toMatchObject({ conversation_id: older.conversation_id, sequence: 4 });
  });

  it('are read, answered and marked by either id for good', async () => {
    const older = await byNumber();
    const { conversation_id: id } = await hidden();
    await both();
    await merged(id);
    expect(await conversation(id)).toEqual(await conversation(older.conversation_id));
    expect(await list(id)).toEqual(await list(older.conversation_id));
    await messaging.answer(id);
    expect(people.handed).toEqual([expect.objectContaining({ to: phone() })]);
    const { conversation: marked } = await messaging.bus.request(readConversation, { params: { id } });
    expect(marked).toMatchObject({ id: older.conversation_id, unread_count: 0 });
  });

  it('have all messages, each with a number of its own, while they move, and are one in lists', async () => {
    const first = await byNumber();
    const second = await byNumber();
    const third = await hidden();
    const fourth = await hidden();
    const release = await hold(third.id);
    const { conversation_id: id } = await both();
    const shown = await list(id, { per_page: 3 });
    expect(shown.map((message) => [message.id, message.sequence, message.conversation_id])).toEqual([
      [expect.anything(), 5, first.conversation_id],
      [fourth.id, 4, first.conversation_id],
      [third.id, 3, first.conversation_id],
    ]);
    const rest = await list(third.conversation_id, { per_page: 3, page: 2 });
    expect(rest.map((message) => message.id)).toEqual([second.id, first.id]);
    expect(await messaging.read(fourth.id)).toMatchObject({
      conversation_id: id,
      contact: { phone: phone() },
    });
    expect(await messaging.conversation(third.conversation_id)).toBeUndefined();
    await release();
    await merged(third.conversation_id);
    const after = await list(id);
    expect(after.map((message) => message.sequence)).toEqual([5, 4, 3, 2, 1]);
  });

  it('merge again while they merge', async () => {
    const oldest = await byNumber(`9${phone()}`);
    const older = await byNumber();
    const young = await hidden();
    const release = await hold(young.id);
    await both();
    await messaging.bus.publish(cloud.inbound, {
      channel_id: CHANNEL,
      chat_message_id: `notice-${people.count}`,
      from: phone(),
      name: null,
      is_notice: true,
      content: { type: 'system', text: 'New number', system: { type: 'n' }, new_phone: `9${phone()}` },
      sent_at: toTimestamp(new Date()),
    });
    await until(async () => (await conversation(young.conversation_id)).id === oldest.conversation_id, {
      describe: 'the second merge',
    });
    const sequences = async () => (await list(young.conversation_id)).map(({ sequence }) => sequence);
    expect((await sequences()).sort()).toEqual([1, 2, 3, 4, 5]);
    await release();
    await merged(older.conversation_id);
    expect(await merged(young.conversation_id)).toMatchObject({
      conversation: { id: oldest.conversation_id },
    });
    expect((await sequences()).sort()).toEqual([1, 2, 3, 4, 5]);
    expect((await messaging.read(young.id)).conversation_id).toBe(oldest.conversation_id);
  });

  it('move by thousands of messages, with what is written meanwhile', async () => {
    const { conversation_id: id } = await byNumber();
    const { conversation_id: mergedId } = await hidden();
    await messaging.service.query(
      `INSERT INTO messaging.messages (account_id, conversation_id, channel_id, direction, source, type, body, status,
         sequence, occurred_at, connector)
       SELECT 1, $1, $2, 'inbound', 'customer', 'text', 'Hi', 'delivered', n, now() - n * interval '1 s', 'fake-cloud'
       FROM generate_series(2, 2500) AS n`,
      [mergedId, CHANNEL],
    );
    await messaging.service.query('UPDATE messaging.conversations SET last_sequence = 2500 WHERE id = $1', [
      mergedId,
    ]);
    const during = [await both(), await byNumber(), await both()];
    expect(during.map(({ sequence }) => sequence)).toEqual([2502, 2503, 2504]);
    await merged(mergedId);
    const [numbers] = await messaging.service.query<{ total: number; distinct: number; last: number }>(
      `SELECT count(*) AS total, count(DISTINCT sequence) AS distinct, max(sequence) AS last
       FROM messaging.messages WHERE conversation_id = $1`,
      [id],
    );
    expect(numbers).toEqual({ total: 2504, distinct: 2504, last: 2504 });
  });

  it('are erased while they move, with both ids', async () => {
    const older = await byNumber();
    const younger = await hidden();
    const release = await hold(younger.id);
    await both();
    const person = { phone: phone() };
    const { conversations } = await messaging.bus.request(exportConversations, { body: person });
    expect(conversations).toEqual([
      expect.objectContaining({
        id: older.conversation_id,
        record: expect.objectContaining({ merged_ids: [younger.conversation_id] }) as object,
      }),
      expect.objectContaining({ id: younger.conversation_id }),
    ]);
    const erasure = { erasure_id: 1000 + people.count, ...person };
    const hiding = messaging.bus.request(hidePerson, { body: erasure });
    await release();
    await hiding;
    const gathered = await messaging.bus.request(gatherErased, {
      body: { erasure_id: erasure.erasure_id, after_id: 0 },
    });
    expect(gathered.conversation_ids).toEqual([older.conversation_id, younger.conversation_id]);
    for (;;) if ((await messaging.bus.request(purgePerson, { body: erasure })).is_done) break;
    const ids = [[older.conversation_id, younger.conversation_id]];
    for (const table of ['messages', 'conversations', 'merged_conversations']) {
      const column = table === 'messages' ? 'conversation_id' : 'id';
      const left = `SELECT FROM messaging.${table} WHERE ${column} = ANY ($1)`;
      expect(await messaging.service.query(left, ids)).toEqual([]);
    }
  });

  it('are not erased by half if they merge just before', async () => {
    const { service } = messaging;
    const older = await hidden();
    const younger = await byNumber();
    const waiting = (count: number) =>
      until(
        async () =>
          (await service.query(`SELECT FROM pg_locks WHERE NOT granted AND locktype <> 'virtualxid'`))
            .length >= count,
        { describe: `${count} to wait` },
      );
    await service.query('BEGIN');
    // The message of the merge waits before it is stored, and the erasure for the merge.
    await service.query('LOCK TABLE messaging.messages IN SHARE MODE');
    const merging = both();
    await waiting(1);
    const erasure = { erasure_id: 2000 + people.count, phone: phone() };
    const hide = () => messaging.bus.request(hidePerson, { body: erasure });
    const hiding = hide();
    await waiting(2);
    await service.query('COMMIT');
    expect(await hiding).toMatchObject({ is_busy: true, conversations: 0 });
    await merging;
    const isHidden = async () => !(await hide()).is_busy;
    await until(isHidden, { describe: 'the person to be hidden' });
    for (;;) if ((await messaging.bus.request(purgePerson, { body: erasure })).is_done) break;
    const ids = [[older.conversation_id, younger.conversation_id]];
    for (const table of ['conversations', 'merged_conversations'])
      expect(await service.query(`SELECT FROM messaging.${table} WHERE id = ANY ($1)`, ids)).toEqual([]);
  });

  it('keep the stricter choice about marketing, which is told of the number', async () => {
    await byNumber();
    const { conversation_id: mergedId } = await hidden();
    const at = toTimestamp(new Date());
    await messaging.bus.publish(marketingPreferenceChanged, {
      channel_id: CHANNEL,
      phone: null,
      provider_user_id: userId(),
      opted_out: true,
      at,
    });
    const isKept = async () => (await optedOut()).includes(`user:${userId()}`);
    await until(isKept, { describe: 'the choice by user id' });
    await both();
    await merged(mergedId);
    expect(await optedOut()).toContain(phone());
    const told = await messaging.bus.nextEvent(preferenceIdentified, ({ data }) => data.phone === phone());
    expect(told.data).toEqual({ phone: phone(), opted_out: true, at });
  });

  it('tell of the number what was chosen by user id before anybody wrote', async () => {
    const at = toTimestamp(new Date());
    const choice = { channel_id: CHANNEL, phone: null, provider_user_id: userId(), opted_out: true, at };
    await messaging.bus.publish(marketingPreferenceChanged, choice);
    const isKept = async () => (await optedOut()).includes(`user:${userId()}`);
    await until(isKept, { describe: 'the choice by user id' });
    await both();
    const told = await messaging.bus.nextEvent(preferenceIdentified, ({ data }) => data.phone === phone());
    expect(told.data).toEqual({ phone: phone(), opted_out: true, at });
  });

  it('tell of the number what is chosen by user id later', async () => {
    await both();
    const choice = { channel_id: CHANNEL, phone: null, provider_user_id: userId() };
    for (const opted_out of [true, false]) {
      const at = toTimestamp(new Date());
      await messaging.bus.publish(marketingPreferenceChanged, { ...choice, opted_out, at });
      const isIt = ({ data }: { data: { phone: string; opted_out: boolean } }) =>
        data.phone === phone() && data.opted_out === opted_out;
      expect((await messaging.bus.nextEvent(preferenceIdentified, isIt)).data.at).toBe(at);
    }
  });

  it('get messages that were sent to either, where the network tells that they are one', async () => {
    const message = await writeInApp();
    const theirs = await hidden();
    await deliver(message, userId());
    expect(await merged(theirs.conversation_id)).toMatchObject({
      conversation: { id: message.conversation_id },
    });
    await messaging.answer(theirs.conversation_id);
    expect(people.handed).toEqual([expect.objectContaining({ to: phone() })]);
  });
});

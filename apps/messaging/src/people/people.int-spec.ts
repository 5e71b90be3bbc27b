import { getMessage, messageReceived } from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { refusal, until } from '@chat/test-kit';
import type { MessagingUnderTest } from '../testing/messaging-under-test';
import { CHANNEL, cloud, PeopleUnderTest } from '../testing/people-under-test';

describe('people whose number the network hides', () => {
  const people = new PeopleUnderTest();
  const { userId, phone, write, writeInApp, deliver, hidden, both, conversation, list } = people;
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await people.start();
  });

  beforeEach(people.next);

  afterAll(() => messaging.service.stop());

  const isKnownAs = (conversationId: number, provider_user_id: string) =>
    until(async () => (await conversation(conversationId)).contact.provider_user_id === provider_user_id, {
      describe: `the person to be known as ${provider_user_id}`,
    });
  const sequencesOf = async (id: number) =>
    (await list(id)).map(({ sequence }) => sequence).sort((a, b) => a - b);

  it('have a conversation, and are answered in it', async () => {
    const first = await hidden();
    const second = await hidden();
    expect(second.conversation_id).toBe(first.conversation_id);
    expect(first.contact).toEqual({
      id: null,
      name: 'Ada',
      phone: null,
      provider_user_id: userId(),
      username: null,
    });
    await messaging.answer(first.conversation_id);
    expect(people.handed).toEqual([expect.objectContaining({ to: null, provider_user_id: userId() })]);
  });

  it('keep it when their number is seen, and when it is hidden again', async () => {
    const first = await hidden();
    expect(await both()).toMatchObject({
      conversation_id: first.conversation_id,
      contact: { phone: phone() },
    });
    expect(await hidden()).toMatchObject({
      conversation_id: first.conversation_id,
      contact: { phone: phone(), provider_user_id: userId() },
    });
    await messaging.answer(first.conversation_id);
    expect(people.handed).toEqual([expect.objectContaining({ to: phone() })]);
  });

  it('keep the conversation of their number when they hide it', async () => {
    const first = await both();
    expect((await hidden()).conversation_id).toBe(first.conversation_id);
  });

  it('have one conversation of two when both are seen together, with all messages of both', async () => {
    const byNumber = await write({ from: phone() });
    const byUserId = await hidden();
    await hidden();
    expect(byUserId.conversation_id).not.toBe(byNumber.conversation_id);
    expect((await both()).conversation_id).toBe(byNumber.conversation_id);
    expect(await sequencesOf(byNumber.conversation_id)).toEqual([1, 2, 3, 4]);
    expect(await conversation(byNumber.conversation_id)).toMatchObject({
      unread_count: 4,
      contact: { phone: phone(), provider_user_id: userId() },
    });
    expect((await conversation(byUserId.conversation_id)).id).toBe(byNumber.conversation_id);
  });

  it('answer into the conversation that we began when a receipt has shown who has the number', async () => {
    const begun = await writeInApp();
    await deliver(begun, userId());
    await isKnownAs(begun.conversation_id, userId());
    expect(await hidden()).toMatchObject({
      conversation_id: begun.conversation_id,
      contact: { phone: phone(), provider_user_id: userId() },
    });
  });

  it('have one conversation of two, and an open window, when a receipt shows who has the number', async () => {
    const begun = await writeInApp();
    const byUserId = await hidden();
    expect(byUserId.conversation_id).not.toBe(begun.conversation_id);
    const answer = () =>
      messaging.send({ mobile_code: '49', mobile: phone().slice(2), chat_account_id: CHANNEL });
    expect((await refusal(answer())).code).toBe('template_required');

    await deliver(begun, userId());
    await isKnownAs(begun.conversation_id, userId());
    expect(await answer()).toMatchObject({ conversation_id: begun.conversation_id });
    expect(await sequencesOf(begun.conversation_id)).toEqual([1, 2, 3]);
    expect((await conversation(byUserId.conversation_id)).id).toBe(begun.conversation_id);
  });

  it('stay known by the id that they have when a late receipt still names the one before', async () => {
    const { conversation_id } = await both();
    const before = await writeInApp();
    const newId = `DE.later${people.count}`;
    await write({ from: phone(), provider_user_id: newId });
    await deliver(before, userId());
    await until(
      async () =>
        (await messaging.bus.request(getMessage, { params: { id: before.id } })).message.status ===
        'delivered',
      { describe: 'the receipt' },
    );
    expect(await write({ from: null, provider_user_id: newId })).toMatchObject({
      conversation_id,
      contact: { phone: phone(), provider_user_id: newId },
    });
  });

  it('have one conversation of two that a receipt and a message made at the same moment', async () => {
    const begun = await writeInApp();
    const byUserId = await hidden();
    await messaging.service.query('UPDATE messaging.conversations SET provider_user_id = $1 WHERE id = $2', [
      userId(),
      begun.conversation_id,
    ]);
    expect((await hidden()).conversation_id).toBe(begun.conversation_id);
    expect(await sequencesOf(begun.conversation_id)).toEqual([1, 2, 3]);
    expect((await conversation(byUserId.conversation_id)).id).toBe(begun.conversation_id);
  });

  it('start another conversation if theirs is hidden for an erasure while their number is being added', async () => {
    const { conversation_id: erased } = await hidden();
    const { service } = messaging;
    await service.query('BEGIN');
    await service.query('SELECT FROM messaging.conversations WHERE id = $1 FOR UPDATE', [erased]);
    const written = both();
    const isBlocked =
      'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
    await until(async () => (await service.query(isBlocked)).length > 0, { describe: 'the arrival to wait' });
    await service.query(
      `UPDATE messaging.conversations SET erasure_id = 1, canonical_phone = 'erased:' || id WHERE id = $1`,
      [erased],
    );
    await service.query('COMMIT');
    const { conversation_id: started } = await written;
    expect(started).not.toBe(erased);
    expect((await conversation(started)).contact.phone).toBe(phone());
  });

  describe('of whom the network tells something', () => {
    let system: object;

    beforeEach(() => {
      system = { type: 'user_changed_number', body: 'They have a new number' };
    });

    const newPhone = () => `49152${String(people.count).padStart(8, '0')}`;
    const newUserId = () => `DE.new${people.count}`;
    /** The network tells that the person is known otherwise from now on. @returns when it is stored, or known to be no news. */
    const tell = async (
      news: { new_phone?: string; new_provider_user_id?: string },
      {
        from = phone(),
        id = `notice-${people.count}`,
        ...more
      }: { from?: string | null; id?: string; provider_user_id?: string; extra?: object } = {},
    ) => {
      const { id: event } = await messaging.bus.publish(cloud.inbound, {
        channel_id: CHANNEL,
        chat_message_id: id,
        from,
        name: null,
        is_notice: true,
        content: { type: 'system', text: 'They have a new number', system, ...news },
        sent_at: toTimestamp(new Date()),
        ...more,
      });
      const taken = 'SELECT FROM messaging.inbox WHERE event_id = $1';
      await until(async () => (await messaging.service.query(taken, [event])).length > 0, {
        describe: 'the notice',
      });
    };

    it('have it in their conversation, where it is nothing that anybody wrote', async () => {
      const first = await both();
      const before = await conversation(first.conversation_id);
      const extra = { identity: { acknowledged: false } };
      await tell({ new_phone: newPhone(), new_provider_user_id: newUserId() }, { extra });
      const [notice] = await list(first.conversation_id);
      expect((await messaging.bus.request(getMessage, { params: { id: notice!.id } })).message.extra).toEqual(
        extra,
      );
      expect(notice).toMatchObject({
        type: 'system',
        system,
        message: 'They have a new number',
        sequence: 2,
      });
      const contact = { ...before.contact, phone: newPhone(), provider_user_id: newUserId() };
      const after = await conversation(first.conversation_id);
      expect({ ...after, updated_at: before.updated_at }).toEqual({
        ...before,
        contact,
        last_message: { ...before.last_message, contact },
      });
      const next = await write({ from: newPhone() });
      expect(next).toMatchObject({ conversation_id: first.conversation_id, sequence: 3 });
      expect(messaging.bus.events(messageReceived).map(({ data }) => data.message.id)).not.toContain(
        notice!.id,
      );
      await messaging.answer(first.conversation_id);
      expect(people.handed).toEqual([expect.objectContaining({ to: newPhone() })]);
    });

    it('have it once, however often it comes, even after they changed again', async () => {
      const { conversation_id } = await both();
      await tell({ new_phone: newPhone() });
      await tell({ new_phone: phone() }, { from: newPhone(), id: 'back' });
      await tell({ new_phone: newPhone() });
      expect((await conversation(conversation_id)).contact.phone).toBe(phone());
      expect(await sequencesOf(conversation_id)).toEqual([1, 2, 3]);
    });

    it('have one conversation of two, the older, if they wrote with both numbers', async () => {
      const old = await write({ from: phone() });
      const young = await write({ from: newPhone(), provider_user_id: newUserId() });
      await tell({ new_phone: newPhone(), new_provider_user_id: newUserId() });
      expect(await sequencesOf(old.conversation_id)).toEqual([1, 2, 3]);
      expect(await conversation(old.conversation_id)).toMatchObject({
        contact: { phone: newPhone(), provider_user_id: newUserId() },
        last_message: { id: young.id },
        unread_count: 2,
      });
      expect((await write({ from: newPhone() })).conversation_id).toBe(old.conversation_id);
    });

    it('keep their own conversations if two swap their numbers', async () => {
      const otherId = (suffix: string) => `DE.other${people.count}${suffix}`;
      const one = await both();
      const other = await write({ from: newPhone(), provider_user_id: otherId('') });
      await tell({ new_phone: newPhone(), new_provider_user_id: newUserId() });
      expect(await conversation(other.conversation_id)).toMatchObject({
        id: other.conversation_id,
        contact: { phone: null, provider_user_id: otherId('') },
      });
      await write({ from: newPhone(), provider_user_id: newUserId() });
      await tell(
        { new_phone: phone(), new_provider_user_id: otherId('b') },
        { from: newPhone(), provider_user_id: otherId(''), id: 'swapped' },
      );
      expect(await conversation(one.conversation_id)).toMatchObject({
        contact: { phone: newPhone(), provider_user_id: newUserId() },
      });
      expect(await conversation(other.conversation_id)).toMatchObject({
        id: other.conversation_id,
        contact: { phone: phone(), provider_user_id: otherId('b') },
      });
      expect((await write({ from: newPhone() })).conversation_id).toBe(one.conversation_id);
      expect((await write({ from: phone() })).conversation_id).toBe(other.conversation_id);
    });

    it('keep it by their new id if they hide their number', async () => {
      const { conversation_id } = await hidden();
      system = { type: 'user_changed_user_id', user_id: newUserId() };
      await tell({ new_provider_user_id: newUserId() }, { from: null, provider_user_id: userId() });
      const next = await write({ from: null, provider_user_id: newUserId() });
      expect(next).toMatchObject({
        conversation_id,
        contact: { phone: null, provider_user_id: newUserId() },
      });
    });

    it('stay without marketing', async () => {
      await both();
      const optedOut = `INSERT INTO messaging.opt_outs VALUES (1, $1, true, now())`;
      await messaging.service.query(optedOut, [`user:${userId()}`]);
      await tell({ new_phone: newPhone(), new_provider_user_id: newUserId() });
      const kept = 'SELECT FROM messaging.opt_outs WHERE opted_out AND canonical_phone = ANY ($1)';
      expect(await messaging.service.query(kept, [[newPhone(), `user:${newUserId()}`]])).toHaveLength(2);
    });

    it('have no conversation by it, and no other identity by what tells none', async () => {
      await tell({ new_phone: newPhone() });
      const { conversation_id } = await write({ from: newPhone() });
      system = { type: 'customer_identity_changed' };
      await tell({}, { from: newPhone(), id: 'changed device' });
      expect((await conversation(conversation_id)).contact.phone).toBe(newPhone());
      expect(await sequencesOf(conversation_id)).toEqual([1, 2]);
    });
  });
});

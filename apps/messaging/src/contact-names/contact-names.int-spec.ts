import type { CloudEvent } from '@chat/contracts';
import { appContactsChanged } from '@chat/contracts/cloud-connector';
import { contactCreated, contactDeleted, contactUpdated, type Contact } from '@chat/contracts/crm';
import {
  exportConversations,
  resolveConversation,
  hidePerson,
  listConversations,
  listMessages,
  messageDelivered,
  messageReceived,
  purgePerson,
} from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { someContact, testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const phone = '4915112345678';
const stranger = { id: null, name: 'Ada', phone, provider_user_id: null, username: null };

let messaging: MessagingUnderTest;
let accountId = 0;

beforeAll(async () => {
  messaging = await MessagingUnderTest.start();
});

beforeEach(() => {
  accountId += 1;
});

afterAll(() => messaging.service.stop());

/** Events of the address book, each consumed before the promise resolves. */
const addressBook = {
  add: (id: number, details: Partial<Contact> = {}, entityVersion = 1) =>
    consumed(messaging.bus.publish(contactCreated, { contact: entry(id, details) }, at(entityVersion))),
  change: (id: number, details: Partial<Contact>, entityVersion = 2) =>
    consumed(messaging.bus.publish(contactUpdated, { contact: entry(id, details) }, at(entityVersion))),
  delete: (id: number, entityVersion = 2) =>
    consumed(messaging.bus.publish(contactDeleted, { contact_id: id, phone }, at(entityVersion))),
};

const at = (entityVersion: number) => ({ accountId, entityVersion });

async function consumed(publishing: Promise<CloudEvent>): Promise<void> {
  const { id } = await publishing;
  const isConsumed = () => messaging.service.query('SELECT FROM messaging.inbox WHERE event_id = $1', [id]);
  await until(async () => (await isConsumed()).length > 0, { describe: 'the event to be consumed' });
}

function entry(id: number, details: Partial<Contact>): Contact {
  return someContact({ id, lastname: 'Núñez', phone, ...details });
}

/** A conversation with somebody who wrote to us. */
async function hearFrom(from: string | null = phone, provider_user_id?: string): Promise<number> {
  const person = { from, ...(provider_user_id !== undefined && { provider_user_id }) };
  const { chat_message_id } = await messaging.receive(person, accountId);
  const { data } = await messaging.bus.nextEvent(
    messageReceived,
    (event) => event.data.message.chat_message_id === chat_message_id,
  );
  return data.conversation_id;
}

async function contactOf(conversation_id: number) {
  const request = messaging.bus.request(
    resolveConversation,
    { body: { conversation_id } },
    testContext({ accountId }),
  );
  return (await request).conversation.contact;
}

describe('the contact of a conversation', () => {
  /** The business app has another name for somebody without a number, or none any more. */
  const name = (full_name: string | null, at: number) =>
    consumed(
      messaging.bus.publish(
        appContactsChanged,
        {
          channel_id: 1,
          contacts: [
            {
              ...{ phone: null, provider_user_id: 'DE.77', first_name: null },
              ...{ full_name, at: toTimestamp(new Date(at)) },
            },
          ],
        },
        { accountId },
      ),
    );

  it('without a number is exported with the name of the business app, and erased with it', async () => {
    await name('Lena Beispiel', 2_000);
    const context = testContext({ accountId });
    const person = { provider_user_id: 'DE.77' };
    const namesOf = async () =>
      (await messaging.bus.request(exportConversations, { body: person }, context)).app_names;
    expect(await namesOf()).toEqual([expect.objectContaining({ name: 'Lena Beispiel' })]);
    const body = { ...person, erasure_id: 1 };
    await messaging.bus.request(hidePerson, { body }, context);
    expect(await messaging.bus.request(purgePerson, { body }, context)).toMatchObject({ is_done: true });
    expect(await namesOf()).toEqual([]);
  });

  it('without a number has the name that the business app has for them', async () => {
    await name('Lena Beispiel', 2_000);
    await name('Lena as she was', 1_000);
    const conversationId = await hearFrom(null, 'DE.77');
    expect(await contactOf(conversationId)).toMatchObject({ id: null, name: 'Lena Beispiel', phone: null });
    await name(null, 3_000);
    expect((await contactOf(conversationId)).name).toBe('Ada');
    await name('Lena of a wrong clock', Date.UTC(2999, 0));
    expect((await contactOf(conversationId)).name).toBe('Lena of a wrong clock');
  });

  it('goes by the newest of the events that are consumed together, whatever their order', async () => {
    await addressBook.add(7);
    const { conversation_id } = await messaging.send({}, testContext({ accountId }));
    // What waits behind the first change shares a transaction.
    await messaging.service.query('BEGIN');
    await messaging.service.query('SELECT FROM messaging.contact_names WHERE account_id = $1 FOR UPDATE', [
      accountId,
    ]);
    const changes = [];
    for (const version of [2, 4, 5, 3]) {
      const contact = entry(7, { firstname: `Version ${version}`, lastname: null });
      changes.push(await messaging.bus.publish(contactUpdated, { contact }, at(version)));
    }
    await messaging.service.query('COMMIT');
    await Promise.all(changes.map((event) => consumed(Promise.resolve(event))));

    expect((await contactOf(conversation_id)).name).toBe('Version 5');
  });

  it('is told with all that is read of it, when the address book had it before', async () => {
    await addressBook.add(7);
    const context = testContext({ accountId });
    const ana = { id: 7, name: 'Ana Núñez', phone, provider_user_id: null, username: null };

    const { message_id, conversation_id } = await messaging.send({}, context);
    expect((await messaging.read(message_id, accountId)).contact).toEqual(ana);
    const { messages } = await messaging.bus.request(
      listMessages,
      { params: { id: conversation_id }, query: {} },
      context,
    );
    expect(messages).toMatchObject([{ contact: ana }]);
    const { conversations } = await messaging.bus.request(listConversations, { query: {} }, context);
    expect(conversations).toMatchObject([{ contact: ana, last_message: { contact: ana } }]);
    expect(await contactOf(conversation_id)).toEqual(ana);
  });

  it('is told by the events of messages from either side', async () => {
    await addressBook.add(7);
    const ana = { id: 7, name: 'Ana Núñez', phone, provider_user_id: null, username: null };
    const conversationId = await hearFrom();
    const { message_id } = await messaging.send({}, testContext({ accountId }));
    await messaging.acknowledge(message_id, 'delivered', {}, accountId);
    const received = await messaging.bus.nextEvent(
      messageReceived,
      ({ data }) => data.conversation_id === conversationId,
    );
    const delivered = await messaging.bus.nextEvent(
      messageDelivered,
      ({ data }) => data.message.id === message_id,
    );
    for (const { data } of [received, delivered]) {
      expect(data).toMatchObject({ contact: ana, message: { contact: ana } });
    }
  });

  it('is the one that the address book got, renamed and deleted since, and then goes by its own name', async () => {
    const id = await hearFrom();
    expect(await contactOf(id)).toEqual(stranger);
    await addressBook.add(7, { lastname: null });
    expect(await contactOf(id)).toEqual({
      id: 7,
      name: 'Ana',
      phone,
      provider_user_id: null,
      username: null,
    });
    await addressBook.change(7, { firstname: 'Eva' });
    expect(await contactOf(id)).toEqual({
      id: 7,
      name: 'Eva Núñez',
      phone,
      provider_user_id: null,
      username: null,
    });
    await addressBook.delete(7, 3);
    expect(await contactOf(id)).toEqual(stranger);
  });

  it.each([
    ['the Brazilian ninth digit', '5511987654321', '551187654321'],
    ['the Argentine 9', '541123456789', '5491123456789'],
    ['the Mexican 1', '525512345678', '5215512345678'],
  ])('is known with and without %s, and its phone stays as it wrote to us', async (_, one, other) => {
    await addressBook.add(7, { phone: one });
    expect(await contactOf(await hearFrom(other))).toEqual({
      id: 7,
      name: 'Ana Núñez',
      phone: other,
      provider_user_id: null,
      username: null,
    });
    accountId += 1;
    await addressBook.add(8, { phone: other });
    expect(await contactOf(await hearFrom(one))).toEqual({
      id: 8,
      name: 'Ana Núñez',
      phone: one,
      provider_user_id: null,
      username: null,
    });
  });

  it('is never another account’s, nor one with another number', async () => {
    await addressBook.add(7);
    accountId += 1;
    await addressBook.add(8, { phone: '4915112345679' });
    expect(await contactOf(await hearFrom())).toEqual(stranger);
  });
});

describe('the number of a deleted contact', () => {
  it('leads to it until the person is erased, however often that is tried', async () => {
    await addressBook.add(7);
    await addressBook.delete(7);
    const context = testContext({ accountId });
    const body = { phone, erasure_id: 1 };
    const hide = () => messaging.bus.request(hidePerson, { body }, context);
    const exported = await messaging.bus.request(exportConversations, { body: { phone } }, context);
    expect(exported.contact_ids).toEqual([7]);
    for (const answer of [await hide(), await hide()]) expect(answer.contact_ids).toEqual([7]);
    expect(await messaging.bus.request(purgePerson, { body }, context)).toMatchObject({ is_done: true });
    expect((await hide()).contact_ids).toEqual([]);
  });
});

describe('an event of the address book that comes late or again', () => {
  it('does not undo a newer one', async () => {
    const id = await hearFrom();
    await addressBook.change(7, { firstname: 'Eva' }, 3);
    await addressBook.change(7, { firstname: 'Uta' }, 2);
    await addressBook.add(7);
    expect(await contactOf(id)).toEqual({
      id: 7,
      name: 'Eva Núñez',
      phone,
      provider_user_id: null,
      username: null,
    });
  });

  it('changes nothing when it says something else under a version that is known', async () => {
    const id = await hearFrom();
    await addressBook.add(7);
    await addressBook.add(7, { firstname: 'Eva' });
    expect(await contactOf(id)).toEqual({
      id: 7,
      name: 'Ana Núñez',
      phone,
      provider_user_id: null,
      username: null,
    });
  });

  it.each([[[1, 2, 3]], [[1, 3, 2]], [[3, 1, 2]], [[3, 2, 1]]])(
    'does not bring a deleted contact back: %j',
    async (versions) => {
      const id = await hearFrom();
      for (const version of versions) {
        if (version === 1) await addressBook.add(7);
        if (version === 2) await addressBook.change(7, { firstname: 'Eva' });
        if (version === 3) await addressBook.delete(7, 3);
      }
      expect(await contactOf(id)).toEqual(stranger);
    },
  );

  it('does not take the number from the contact that has it now', async () => {
    const id = await hearFrom();
    await addressBook.add(7, {}, 5);
    await addressBook.add(8, { firstname: 'Eva' });
    await addressBook.change(7, { firstname: 'Uta' }, 6);
    await addressBook.delete(7, 7);
    expect(await contactOf(id)).toEqual({
      id: 8,
      name: 'Eva Núñez',
      phone,
      provider_user_id: null,
      username: null,
    });
  });
});

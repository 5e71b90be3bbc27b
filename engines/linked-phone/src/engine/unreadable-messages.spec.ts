import { MemoryStore } from '@chat/device-sessions/testing';
import type { Writing } from './arrivals.rules';
import type { ListenerQueue } from './listener-queue';
import { UnreadableMessages } from './unreadable-messages';

const CUSTOMER = { phone: '4915100000002', userId: '200@lid' };
const STRANGER = { phone: '4915100000009', userId: '900@lid' };

function writingOf(person: Writing['person']): Writing {
  const chat = `${person.phone}@s.whatsapp.net`;
  return { chatMessageId: 'X', chat, person, isEcho: false, pushName: null, sentAt: new Date() };
}

describe('messages of two people who chose the same id', () => {
  const content = { type: 'text', text: 'Hi' } as const;
  const arrivalOf = (from: Writing['person']) => ({
    ...({ type: 'message', chatMessageId: 'X', from, pushName: null, content, sentAt: new Date() } as const),
  });
  let store: MemoryStore;
  let unread: UnreadableMessages;

  beforeEach(async () => {
    store = new MemoryStore();
    unread = new UnreadableMessages(store, {} as ListenerQueue, 600_000);
    await unread.add(writingOf(CUSTOMER));
  });

  afterEach(() => unread.end());

  it('are both waited for', async () => {
    await unread.add(writingOf(STRANGER));
    expect(store.idsOf('unreadable')).toHaveLength(2);
  });

  it('are each of its writer, also if the phone tells one again', () => {
    expect(unread.find('X', STRANGER)).toBeNull();
    expect(unread.find('X', { ...CUSTOMER, userId: null })?.person).toEqual(CUSTOMER);
    expect(unread.find('X', { ...CUSTOMER, phone: null })?.person).toEqual(CUSTOMER);
  });

  it('settle nothing of the other', () => {
    expect(unread.settle([arrivalOf(STRANGER)])).toEqual([]);
    expect(unread.settle([arrivalOf(CUSTOMER)])).toMatchObject([{ kind: 'unreadable', value: null }]);
  });
});

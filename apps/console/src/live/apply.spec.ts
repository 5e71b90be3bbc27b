import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Conversation, Message } from '@chat/client';
import { conversationListQuery } from '../api/conversations';
import { deliveriesQuery } from '../api/webhooks';
import { AppliedEvents } from './apply';

const message = (sequence: number) =>
  ({
    id: sequence,
    conversation_id: 1,
    sequence,
    type: 'text',
    sent_at: `2026-01-01T00:00:0${sequence}Z`,
  }) as Message;
const received = (sequence: number) => ({
  name: 'message.received',
  data: { type: 'message.received', data: { message: message(sequence), contact: {}, conversation_id: 1 } },
});
/** An answer of the list in which this is the last message of the only conversation. */
const answerWith = (sequence: number | null) => {
  const last = sequence === null ? null : message(sequence);
  const conversations = last ? [{ id: 1, last_message: last, unread_count: 1 } as Conversation] : [];
  return { pages: [{ data: { conversations } }], pageParams: [null] };
};

describe('after a gap in the stream', () => {
  it('everything is read again but a log, which somebody may have scrolled through for long', () => {
    const queries = new QueryClient();
    const log = deliveriesQuery(1, {});
    const { queryKey, meta } = log;
    queries.getQueryCache().build(queries, { queryKey, meta }).setData({ pages: [], pageParams: [] });
    queries.setQueryData(['webhooks', 'list'], []);
    new AppliedEvents(queries).take({ name: 'reset', data: null });
    const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated;
    expect([isStale(['webhooks', 'list']), isStale(log.queryKey)]).toEqual([true, false]);
  });
});

describe('an event that comes while a read is under way, which began before it', () => {
  const key = conversationListQuery({}).queryKey;
  let queries: QueryClient;
  let events: AppliedEvents;
  let answers: ((answer: unknown) => void)[];
  const pending = () => new Promise<unknown>((resolve) => answers.push(resolve));
  const answered = async (answer: unknown) => {
    answers.shift()!(answer);
    await jest.advanceTimersByTimeAsync(0);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    queries = new QueryClient();
    events = new AppliedEvents(queries);
    answers = [];
  });

  afterEach(() => {
    queries.clear();
    jest.useRealTimers();
  });

  it('is in the list, although the answer lacks it', async () => {
    queries.setQueryData(key, answerWith(1));
    void queries.fetchQuery({ queryKey: key, queryFn: pending });
    events.take(received(2));
    await answered(answerWith(1));
    const [conversation] = queries.getQueryData(key)!.pages[0]!.data.conversations;
    expect([conversation!.last_message!.id, conversation!.unread_count]).toEqual([2, 2]);
  });

  it('is counted once if the answer has it', async () => {
    void queries.fetchQuery({ queryKey: key, queryFn: pending });
    events.take(received(1));
    await answered(answerWith(1));
    expect(queries.getQueryData(key)!.pages[0]!.data.conversations[0]!.unread_count).toBe(1);
  });

  it.each([
    ['a message of a new conversation', received(1), key],
    ['a change', { name: 'ticket.created', data: {} }, ['tickets', 'list', {}]],
    ['a gap in the stream', { name: 'reset', data: null }, ['contacts', 'list', '']],
  ])('has the first answer read again: %s', async (_, frame, queryKey) => {
    const observer = new QueryObserver(queries, { queryKey, queryFn: pending });
    const unsubscribe = observer.subscribe(() => undefined);
    events.take(frame);
    await answered(answerWith(null));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(answers).toHaveLength(1);
    unsubscribe();
  });

  it('has nothing read twice after a gap that was begun anew, or was not under way', async () => {
    const read = jest.fn(() => Promise.resolve(1));
    const unsubscribes = ['known', 'first'].map((name) => {
      if (name === 'known') queries.setQueryData([name], 0);
      return new QueryObserver(queries, {
        queryKey: [name],
        queryFn: name === 'known' ? read : pending,
      }).subscribe(() => undefined);
    });
    await jest.advanceTimersByTimeAsync(0);
    read.mockClear();
    events.take({ name: 'reset', data: null });
    await answered(answerWith(null));
    await jest.advanceTimersByTimeAsync(1_000);
    expect([read.mock.calls.length, answers.length]).toEqual([1, 1]);
    for (const unsubscribe of unsubscribes) unsubscribe();
  });
});

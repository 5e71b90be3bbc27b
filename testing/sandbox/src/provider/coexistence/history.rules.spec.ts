import { phaseOf, toHistory } from './history.rules';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 1);

describe('the phase of a message', () => {
  it.each([
    [0, 0],
    [DAY_MS, 0],
    [DAY_MS + 1, 1],
    [90 * DAY_MS, 1],
    [90 * DAY_MS + 1, 2],
    [180 * DAY_MS, 2],
    [180 * DAY_MS + 1, null],
  ])('that is %i ms old is %s', (age, phase) => expect(phaseOf(age)).toBe(phase));
});

describe('a history', () => {
  it('is split into chunks of at most 500 messages, the last of which says 100 percent', () => {
    const messages = Array.from({ length: 1_100 }, (_, index) => ({
      from_me: false,
      text: `${index}`,
      status: 'READ' as const,
      sent_at: new Date(NOW - 2 * DAY_MS).toISOString(),
    }));
    const callbacks = toHistory([{ phone: '4915100000001', messages }], '4915100000002', NOW) as {
      history: {
        metadata: { phase: number; chunk_order: number; progress: number };
        threads: { messages: { text: { body: string } }[] }[];
      }[];
    }[];
    const chunks = callbacks.flatMap(({ history }) => history);
    expect(chunks.map(({ metadata: { phase, chunk_order: order } }) => [phase, order])).toEqual([
      [0, 1],
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 1],
    ]);
    expect(chunks.map(({ metadata }) => metadata.progress)).toEqual([20, 40, 60, 80, 100]);
    const texts = chunks.flatMap(({ threads }) =>
      threads.flatMap((thread) => thread.messages.map(({ text }) => text.body)),
    );
    expect(texts).toEqual(messages.map(({ text }) => text));
  });
});

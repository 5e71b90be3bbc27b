import type { Message } from '@chat/client';
import type { LoadedMessages } from '../api/messages';
import { inOrder, withMessage } from './loaded.rules';

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000+00:00`;
const message = (sequence: number, members: Partial<Message> = {}) =>
  ({
    id: sequence,
    sequence,
    sent_at: at(sequence),
    created_at: at(sequence),
    updated_at: at(sequence),
    ...members,
  }) as Message;
const loaded = (...pages: Message[][]): LoadedMessages => ({
  pages: pages.map((messages) => ({ data: { messages } })),
  pageParams: pages.map(() => null),
});
const idsOf = (some: LoadedMessages | null) => some && inOrder(some).map(({ id }) => id);

describe('the messages of a thread', () => {
  it('are shown once each, oldest first, in their newest version', () => {
    const old = message(2, { message: 'old' });
    const edited = message(2, { message: 'edited', updated_at: at(9) });
    const all = inOrder(loaded([message(3), edited], [old, message(1)]));
    expect(all.map(({ id, message: text }) => [id, text])).toEqual([
      [1, undefined],
      [2, 'edited'],
      [3, undefined],
    ]);
  });

  it('gain the next one', () => {
    expect(idsOf(withMessage(loaded([message(2)], [message(1)]), message(3)))).toEqual([1, 2, 3]);
  });

  it('are read again where one is missing in between', () => {
    expect(withMessage(loaded([message(2)]), message(4))).toBeNull();
  });

  it('change in place, and never back to an older version', () => {
    const now = loaded([message(2), message(1, { status: 'read', updated_at: at(9) })]);
    const late = withMessage(now, message(1, { status: 'delivered', updated_at: at(5) }));
    expect(inOrder(late!)[0]!.status).toBe('read');
    const later = withMessage(now, message(2, { status: 'read', updated_at: at(10) }));
    expect(inOrder(later!)[1]!.status).toBe('read');
  });

  it('do not gain one from before what is loaded', () => {
    expect(idsOf(withMessage(loaded([message(7), message(6)]), message(2)))).toEqual([6, 7]);
  });
});

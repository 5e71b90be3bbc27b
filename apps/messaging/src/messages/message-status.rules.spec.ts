import { statesBefore, statesPassed, toStatus, type MessageState } from './message-status.rules';

describe('the status of a message', () => {
  const all: MessageState[] = ['sending', 'unknown', 'sent', 'delivered', 'read', 'failed'];

  it.each<[MessageState, MessageState[]]>([
    ['sending', []],
    ['unknown', ['sending']],
    ['sent', ['sending', 'unknown']],
    ['delivered', ['sending', 'sent', 'unknown']],
    ['read', ['delivered', 'sending', 'sent', 'unknown']],
    ['failed', ['sending', 'sent', 'unknown']],
  ])('becomes %s from nothing but %j', (to, from) => {
    expect(statesBefore(to).sort()).toEqual(from);
  });

  it.each(all)('never becomes %s again', (state) => {
    expect(statesBefore(state)).not.toContain(state);
  });

  it.each<[MessageState, MessageState, MessageState[]]>([
    ['sending', 'sent', ['sent']],
    ['sending', 'delivered', ['sent', 'delivered']],
    ['sending', 'read', ['sent', 'delivered', 'read']],
    ['unknown', 'read', ['sent', 'delivered', 'read']],
    ['sent', 'delivered', ['delivered']],
    ['sent', 'read', ['delivered', 'read']],
    ['delivered', 'read', ['read']],
    ['sending', 'failed', ['failed']],
    ['sent', 'failed', ['failed']],
    ['sending', 'unknown', []],
  ])('tells on the way from %s to %s of %j', (from, to, told) => {
    expect(statesPassed(from, to)).toEqual(told);
  });

  it('is told exactly once on every way through it', () => {
    const walk = (path: MessageState[]) =>
      path.slice(1).flatMap((state, index) => statesPassed(path[index]!, state));
    expect(walk(['sending', 'unknown', 'delivered', 'read'])).toEqual(['sent', 'delivered', 'read']);
    expect(walk(['sending', 'sent', 'read'])).toEqual(['sent', 'delivered', 'read']);
  });

  it.each(all)('is shown by a word of the contract: %s', (state) => {
    expect(toStatus(state)).toBe(state === 'sending' ? 'queued' : state);
  });
});

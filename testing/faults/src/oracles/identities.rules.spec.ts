import { judgeIdentities } from './identities.rules';

const [from, to] = ['12055550001', '12065550001'];
const before = { chatMessageId: 'A', isNotice: false };
const notice = { chatMessageId: 'N', isNotice: true };
const after = { chatMessageId: 'B', isNotice: false };
const written = [before, notice, after];
const whole = { phone: to, chatMessageIds: ['A', 'N', 'B'] };

describe('judgeIdentities', () => {
  it.each([
    ['of somebody who moved', written, [whole]],
    ['of somebody whose move was not accepted', [before], [{ phone: from, chatMessageIds: ['A'] }]],
    ['of nobody', [], []],
  ])('accepts the one conversation %s', (_, accepted, shown) => {
    expect(judgeIdentities({ from, to, written: accepted }, shown)).toEqual([]);
  });

  it.each([
    [
      'two conversations',
      ['wrong', 'wrong'],
      [
        { phone: from, chatMessageIds: ['A', 'N'] },
        { phone: to, chatMessageIds: ['B'] },
      ],
    ],
    ['the old number', ['wrong'], [{ ...whole, phone: from }]],
    ['a message that is missing', ['lost'], [{ ...whole, chatMessageIds: ['A', 'N'] }]],
    ['a notice twice', ['double'], [{ ...whole, chatMessageIds: ['A', 'N', 'N', 'B'] }]],
    ['nothing', ['wrong', 'lost', 'lost', 'lost'], []],
  ])('reports %s', (_, kinds, shown) => {
    expect(judgeIdentities({ from, to, written }, shown).map(({ kind }) => kind)).toEqual(kinds);
  });
});

import { judgeShapes, type TakenShape } from './shapes.rules';

const asked = { label: 'kinds 1', messageId: 7, shape: 'text answering A' };
const taken: TakenShape = { reference: 7, label: 'kinds 1', shape: 'text answering A' };

describe('the oracle of shapes', () => {
  it.each<[string, TakenShape[], string[]]>([
    ['a message that arrived as it was asked for', [taken], []],
    ['a message that did not arrive', [], []],
    ['messages of others', [{ reference: 8, label: 'send 1', shape: 'text' }], []],
    [
      'a quote that was lost',
      [{ ...taken, shape: 'text' }],
      ['kinds 1 was sent as text instead of text answering A'],
    ],
    [
      'another kind, which does not say what it was',
      [{ ...taken, label: null, shape: 'image' }],
      ['kinds 1 was sent as image instead of text answering A'],
    ],
  ])('judges %s', (_, messages, findings) => {
    expect(judgeShapes([asked], messages).map(({ what }) => what)).toEqual(findings);
  });

  it('knows a message whose send was not answered by its label', () => {
    const unanswered = { ...asked, messageId: null };
    expect(judgeShapes([unanswered], [{ ...taken, shape: 'text' }])).toHaveLength(1);
  });
});

import { firstEnd, forbidsAll, replaced, restrictionSentence } from './restriction.rules';

const end = '2026-01-02T00:00:00.000+00:00';
const starts = { kind: 'business_initiated', until: end } as const;
const answers = { kind: 'customer_initiated', until: null } as const;
const utility = { kind: 'utility_templates', until: null } as const;

describe('restrictions of a number', () => {
  it.each([
    ['messages by messages', [starts], [answers], [answers]],
    [
      'templates by templates',
      [utility, starts],
      [{ ...utility, until: end }],
      [starts, { ...utility, until: end }],
    ],
    ['messages, and leave templates', [utility, starts], [answers], [utility, answers]],
    ['templates by nothing', [utility, starts], [], [starts]],
    [
      'what is told of both',
      [utility, starts],
      [answers, { ...utility, until: end }],
      [answers, { ...utility, until: end }],
    ],
  ])('replace %s', (_, known, told, expected) => {
    expect(replaced(known, told)).toEqual(expected);
  });

  it.each([
    [[starts, answers], true],
    [[starts, utility], false],
    [[answers], false],
    [[], false],
  ])('%j leave nothing to send: %s', (restrictions, expected) => {
    expect(forbidsAll(restrictions)).toBe(expected);
  });

  it('end first where the provider names an end', () => {
    expect(firstEnd([answers, starts, { ...utility, until: '2026-01-03T00:00:00.000+00:00' }])).toEqual(
      new Date(end),
    );
    expect(firstEnd([answers])).toBeNull();
  });

  it('say what is restricted until when', () => {
    expect(restrictionSentence([])).toBeNull();
    const told = { ...starts, until: new Date(end).toISOString() };
    expect(restrictionSentence([told, utility])).toBe(
      `The provider has restricted this business account: no conversation can be started until ${end}; no utility template can be sent. Everything else works.`,
    );
  });
});

import type { NumberRestriction } from '@chat/contracts/cloud-connector';
import { restrictedUntil } from './restricted.rules';

const now = new Date('2026-01-01T10:00:00.000Z');
const until = '2026-01-02T00:00:00.000+00:00';
const past = '2026-01-01T09:59:59.000+00:00';
const of = (kind: NumberRestriction['kind'], end: string | null = until) => ({ kind, until: end });
const stranger = { isAnswer: false };
const customer = { isAnswer: true };

describe('a restriction of a channel', () => {
  it.each([
    [
      'of conversations that it starts',
      of('business_initiated'),
      { ...stranger, category: 'MARKETING' },
      true,
    ],
    [
      'of conversations that it starts',
      of('business_initiated'),
      { ...customer, category: 'MARKETING' },
      false,
    ],
    ['of conversations that it starts', of('business_initiated'), { ...customer, category: null }, false],
    ['of answers', of('customer_initiated'), { ...customer, category: null }, true],
    ['of answers', of('customer_initiated'), { ...stranger, category: 'UTILITY' }, false],
    ['of utility templates', of('utility_templates'), { ...customer, category: 'UTILITY' }, true],
    ['of utility templates', of('utility_templates'), { ...stranger, category: 'MARKETING' }, false],
    ['of utility templates', of('utility_templates'), { ...customer, category: null }, false],
    ['that is over', of('business_initiated', past), { ...stranger, category: 'UTILITY' }, false],
    ['without a known end', of('business_initiated', null), { ...stranger, category: 'UTILITY' }, false],
  ] as const)('%s concerns what it names: %j, %j', (_, restriction, message, concerns) => {
    expect(restrictedUntil({ restrictions: [restriction] }, message, now)).toBe(concerns ? until : null);
  });

  it('is found beside another without a known end', () => {
    const restrictions = [of('utility_templates', null), of('business_initiated')];
    expect(restrictedUntil({ restrictions }, { ...stranger, category: 'UTILITY' }, now)).toBe(until);
  });

  it('is none where the channel has none', () => {
    expect(restrictedUntil({}, { ...stranger, category: 'UTILITY' }, now)).toBeNull();
  });
});

import { blockerOf, categoryOf, reasonOf, statusOf } from './status.rules';

describe('the words of the provider', () => {
  it.each([
    ['APPROVED', 'APPROVED', null],
    ['REINSTATED', 'APPROVED', null],
    ['FLAGGED', 'APPROVED', null],
    ['PENDING', 'PENDING', 'template_not_approved'],
    ['IN_APPEAL', 'PENDING', 'template_not_approved'],
    ['REJECTED', 'REJECTED', 'template_not_approved'],
    ['PAUSED', 'PAUSED', 'template_paused'],
    ['DISABLED', 'DISABLED', 'template_disabled'],
    ['ARCHIVED', 'DISABLED', 'template_disabled'],
    ['A_NEW_WORD', 'DISABLED', 'template_disabled'],
  ] as const)('%s comes to %s, and a send is refused for %s', (word, status, reason) => {
    const known = statusOf(word);
    expect(known).toBe(status);
    expect(blockerOf(status)).toBe(reason);
  });

  it('for a deletion end the template', () => {
    expect(statusOf('DELETED')).toBe('DELETED');
  });

  it('for a category that nobody knows leave the one that is known', () => {
    expect(categoryOf('utility')).toBe('UTILITY');
    expect(categoryOf('OTHER', 'UTILITY')).toBe('UTILITY');
  });

  it('for a rejection say nothing where there is none', () => {
    expect([reasonOf('NONE'), reasonOf(''), reasonOf(null), reasonOf('SCAM')]).toEqual([
      null,
      null,
      null,
      'SCAM',
    ]);
  });
});

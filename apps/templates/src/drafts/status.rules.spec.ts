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
  ] as const)('%s means %s, and a send is refused with %s', (word, status, reason) => {
    const known = statusOf(word);
    expect(known).toBe(status);
    expect(blockerOf(status)).toBe(reason);
  });

  it('report a deletion with DELETED', () => {
    expect(statusOf('DELETED')).toBe('DELETED');
  });

  it('leave the known category unchanged when they name an unknown one', () => {
    expect(categoryOf('utility')).toBe('UTILITY');
    expect(categoryOf('OTHER', 'UTILITY')).toBe('UTILITY');
  });

  it('give no rejection reason when there is none', () => {
    expect([reasonOf('NONE'), reasonOf(''), reasonOf(null), reasonOf('SCAM')]).toEqual([
      null,
      null,
      null,
      'SCAM',
    ]);
  });
});

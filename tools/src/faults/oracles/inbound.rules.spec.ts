import { judgeInbound } from './inbound.rules';

const hello = { chatMessageId: 'A', text: 'hello', sha256: null };

describe('judgeInbound', () => {
  it('accepts what is stored as it was written', () => {
    expect(judgeInbound({ acknowledged: ['A'], written: [hello], stored: [hello] })).toEqual([]);
  });

  it.each([
    ['lost', { acknowledged: [], written: [hello], stored: [] }],
    ['double', { acknowledged: [], written: [hello], stored: [hello, hello] }],
    ['wrong', { acknowledged: [], written: [hello], stored: [{ ...hello, text: 'bye' }] }],
    ['wrong', { acknowledged: ['A'], written: [], stored: [] }],
  ])('finds %s in %j', (kind, ledgers) => {
    expect(judgeInbound(ledgers).map((finding) => finding.kind)).toEqual([kind]);
  });
});

import { judgeInbound } from './inbound.rules';

const hello = { chatMessageId: 'A', text: 'hello', sha256: null };

describe('judgeInbound', () => {
  it('accepts messages that are stored as they were written', () => {
    expect(judgeInbound({ acknowledged: ['A'], written: [hello], stored: [hello] })).toEqual([]);
  });

  it.each([
    ['lost', { acknowledged: [], written: [hello], stored: [] }],
    ['double', { acknowledged: [], written: [hello], stored: [hello, hello] }],
    ['wrong', { acknowledged: [], written: [hello], stored: [{ ...hello, text: 'bye' }] }],
    ['wrong', { acknowledged: ['A'], written: [], stored: [] }],
  ])('reports %s for %j', (kind, ledgers) => {
    expect(judgeInbound(ledgers).map((finding) => finding.kind)).toEqual([kind]);
  });
});

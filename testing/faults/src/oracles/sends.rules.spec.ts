import {
  judgeCalls,
  judgeSends,
  type SendCall,
  type SendLedgers,
  type StoredSend,
  type TakenSend,
} from './sends.rules';

const call = (changes: Partial<SendCall> = {}): SendCall => ({
  label: 'send 1',
  status: 201,
  code: null,
  messageId: 1,
  chatMessageId: 'A',
  ...changes,
});
const stored = (status: StoredSend['status'], id = 1): StoredSend => ({ id, status, chatMessageId: 'A' });
const taken: TakenSend = {
  reference: 1,
  chatMessageId: 'A',
  label: 'send 1',
  sha256: null,
  isRead: false,
};
const noAnswer = call({ status: null, messageId: null, chatMessageId: null });
const refused = (code: string, messageId: number | null = 1) =>
  call({ status: 502, code, messageId, chatMessageId: null });
const isRead = { ...taken, isRead: true };

type Case = SendLedgers & { calls: SendCall[] };

const judge = ({ calls, ...ledgers }: Case) => [...judgeCalls(calls, ledgers), ...judgeSends(ledgers)];

describe('the oracle of sends', () => {
  const good: [string, Case][] = [
    [
      'a send that was answered and delivered',
      { calls: [call()], stored: [stored('delivered')], taken: [taken] },
    ],
    ['no answer, and delivered', { calls: [noAnswer], stored: [stored('delivered')], taken: [taken] }],
    ['no answer, and nothing stored', { calls: [noAnswer], stored: [], taken: [] }],
    [
      'an unknown outcome of an unsent message',
      { calls: [noAnswer], stored: [stored('unknown')], taken: [] },
    ],
    [
      'a refusal of an unsent message',
      { calls: [refused('device_service_error')], stored: [stored('failed')], taken: [] },
    ],
    [
      'an ambiguous answer for a sent message',
      { calls: [refused('provider_outcome_unknown')], stored: [stored('read')], taken: [taken] },
    ],
    ['a message that was read', { calls: [], stored: [stored('read')], taken: [isRead] }],
  ];
  it.each(good)('accepts %s', (_case, ledgers) => {
    expect(judge(ledgers)).toEqual([]);
  });

  const bad: [string, string, Case][] = [
    ['lost', 'a 201 that is not stored', { calls: [call()], stored: [], taken: [] }],
    [
      'lost',
      'a 201 that never reached the network',
      { calls: [call()], stored: [stored('unknown')], taken: [] },
    ],
    ['lost', 'a send on the network that is not stored', { calls: [], stored: [], taken: [taken] }],
    ['lost', 'a receipt that never took effect', { calls: [], stored: [stored('sent')], taken: [taken] }],
    [
      'lost',
      'an unknown outcome that its receipt would resolve',
      { calls: [], stored: [stored('unknown')], taken: [taken] },
    ],
    [
      'lost',
      'a message that was read but is not marked so',
      { calls: [], stored: [stored('delivered')], taken: [isRead] },
    ],
    [
      'double',
      'two sends of one message',
      { calls: [], stored: [stored('delivered')], taken: [taken, taken] },
    ],
    ['double', 'a failed message that was sent', { calls: [], stored: [stored('failed')], taken: [taken] }],
    [
      'double',
      'a clean refusal of a sent message',
      { calls: [refused('service_unavailable')], stored: [stored('delivered')], taken: [taken] },
    ],
    [
      'double',
      'a clean refusal without a message id of a sent message',
      { calls: [refused('service_unavailable', null)], stored: [stored('delivered')], taken: [taken] },
    ],
    ['unsettled', 'a message without an outcome', { calls: [], stored: [stored('sending')], taken: [] }],
    [
      'wrong',
      'another id than in the answer',
      { calls: [call({ chatMessageId: 'B' })], stored: [stored('delivered')], taken: [taken] },
    ],
    ['wrong', 'a delivery of an unsent message', { calls: [], stored: [stored('delivered')], taken: [] }],
  ];
  it.each(bad)('reports %s: %s', (kind, _case, ledgers) => {
    expect(judge(ledgers).map((finding) => finding.kind)).toEqual([kind]);
  });
});

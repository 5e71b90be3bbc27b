import { decodeEngineMessage, decodeNetworkMessage, encode, ProtocolError } from './codec';
import type { EngineMessage, NetworkMessage } from './messages';

const fromEngine: EngineMessage[] = [
  { type: 'hello', credentials: null },
  { type: 'hello', credentials: 'secret' },
  { type: 'request_pairing_code', phone: '5511999990000' },
  { type: 'send', id: 'A1', reference: '17', to: '5511999990000', text: '' },
  { type: 'received', deliveries: [3, 4] },
  { type: 'read', id: 'B1' },
  { type: 'log_out' },
];

const fromNetwork: NetworkMessage[] = [
  { type: 'qr', ref: 'r', lives_ms: 60_000 },
  { type: 'pairing_code', code: 'ABCD1234' },
  { type: 'paired', credentials: 'secret' },
  { type: 'open', phone_number: '5511999990000' },
  { type: 'ack', id: 'A1' },
  { type: 'nack', id: 'A1', code: 404, message: 'no such user' },
  { type: 'read_ack', id: 'B1' },
  { type: 'receipt', delivery: 1, id: 'A1', level: 'read', code: null, at_ms: 1 },
  { type: 'message', delivery: 2, id: 'B1', from: '49151', push_name: null, text: 'hi', sent_at_ms: 1 },
  {
    type: 'message',
    delivery: 3,
    id: 'B2',
    from: '49151',
    push_name: null,
    text: null,
    other: { type: 'poll' },
    sent_at_ms: -1,
  },
];

describe('the codec', () => {
  it.each(fromEngine)('round-trips $type from the engine', (message) => {
    expect(decodeEngineMessage(encode(message))).toEqual(message);
  });

  it.each(fromNetwork)('round-trips $type from the network', (message) => {
    expect(decodeNetworkMessage(encode(message))).toEqual(message);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', 'null'],
    ['an unknown type', '{"type":"qr","ref":"r","lives_ms":1}'],
    ['an inherited name as type', '{"type":"toString"}'],
    ['a missing member', '{"type":"hello"}'],
    ['a member of the wrong type', '{"type":"received","deliveries":["3"]}'],
    ['a phone number with a sign', '{"type":"request_pairing_code","phone":"+49"}'],
    ['a NUL character', '{"type":"send","id":"1","reference":"1","to":"49","text":"\\u0000"}'],
    ['a lone surrogate', '{"type":"send","id":"1","reference":"1","to":"49","text":"\\ud800"}'],
  ])('refuses %s', (_, frame) => {
    expect(() => decodeEngineMessage(frame)).toThrow(ProtocolError);
  });
});

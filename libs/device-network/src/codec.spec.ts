import { decodeEngineMessage, decodeNetworkMessage, encode, ProtocolError } from './codec';
import type { EngineMessage, NetworkMessage } from './messages';

const fromEngine: EngineMessage[] = [
  { type: 'hello', credentials: null },
  { type: 'hello', credentials: 'secret' },
  { type: 'request_pairing_code', phone: '5511999990000' },
  { type: 'look_up', id: '1', phones: ['5511999990000', '551199990000'] },
  { type: 'send', id: 'A1', reference: '17', to: '5511999990000', text: '' },
  { type: 'send', id: 'A1', reference: '17', to: '123456789@lid', text: 'to one who hides the number' },
  { type: 'resend', id: 'A1', to: '5511999990000', text: null, other: { type: 'sticker' } },
  { type: 'received', deliveries: [3, 4] },
  { type: 'read', id: 'B1' },
  { type: 'read', id: 'B1', ids: ['B1', 'B0'] },
  { type: 'renew_media', id: '2', ref: 'r' },
  { type: 'log_out' },
];

const fromNetwork: NetworkMessage[] = [
  { type: 'qr', ref: 'r', lives_ms: 60_000 },
  { type: 'pairing_code', code: 'ABCD1234' },
  { type: 'pairing_code', code: 'ABCD1234', lives_ms: 180_000 },
  { type: 'pairing_refused', message: 'not registered' },
  { type: 'passkey_required' },
  { type: 'paired', credentials: 'secret' },
  { type: 'open', phone_number: '5511999990000' },
  { type: 'restricted', until_ms: 1 },
  { type: 'restricted', until_ms: null, lifted: true },
  { type: 'found', id: '1', people: [{ phone: '49', address: '491', user_id: null }] },
  { type: 'found', id: '1', people: [{ phone: '49', address: null, user_id: '1@lid' }] },
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
  {
    type: 'message',
    delivery: 4,
    id: 'B3',
    from: null,
    from_id: '1@lid',
    push_name: 'Mara',
    text: 'hi',
    sent_at_ms: 1,
  },
  { type: 'echo', delivery: 5, id: 'C1', to: '49151', text: 'from my phone', sent_at_ms: 1 },
  { type: 'echo', delivery: 6, id: 'C2', to: null, to_id: '1@lid', text: null, other: {}, sent_at_ms: 1 },
  { type: 'retry', delivery: 7, id: 'A1' },
  { type: 'media_renewed', id: '2', ref: 'r2' },
  { type: 'media_renewed', id: '2', ref: null },
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
    ['a user id of another kind', '{"type":"send","id":"1","reference":"1","to":"4.9@lid","text":"hi"}'],
    ['an address of no kind', '{"type":"resend","id":"1","to":"+49","text":"hi"}'],
    ['a NUL character', '{"type":"send","id":"1","reference":"1","to":"49","text":"\\u0000"}'],
    ['a lone surrogate', '{"type":"send","id":"1","reference":"1","to":"49","text":"\\ud800"}'],
  ])('refuses %s', (_, frame) => {
    expect(() => decodeEngineMessage(frame)).toThrow(ProtocolError);
  });
});

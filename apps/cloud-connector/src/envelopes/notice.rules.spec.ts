import { readEnvelope } from './inbound.rules';
import { readNotice } from './notice.rules';

const now = new Date();
const notice = (system: unknown, sender: object = {}) => ({
  type: 'system',
  id: 'wamid.1',
  ...sender,
  system,
});
const before = { phone: '4915110000001', userId: 'DE.1' };
const sender = { from: before.phone, from_user_id: before.userId };

/** The shapes are those of the provider's reference of `messages/system`, and of its versions before. */
describe('a notice of the provider', () => {
  it.each<[string, object, object, object]>([
    [
      'a new number and id',
      { type: 'user_changed_number', wa_id: '4915110000002', user_id: 'DE.2', previous_user_id: 'DE.1' },
      sender,
      { new_phone: '4915110000002', new_provider_user_id: 'DE.2' },
    ],
    [
      'a new id alone',
      { type: 'user_changed_user_id', user_id: 'DE.2' },
      sender,
      { new_provider_user_id: 'DE.2' },
    ],
    [
      'a new number as it once was',
      { type: 'customer_changed_number', new_wa_id: '4915110000002' },
      sender,
      { new_phone: '4915110000002' },
    ],
    [
      'nothing new for a changed device',
      { type: 'customer_identity_changed', wa_id: before.phone, user_id: 'DE.1' },
      sender,
      {},
    ],
    [
      'nothing new where it is malformed',
      { type: 'user_changed_number', wa_id: 'new', user_id: {} },
      sender,
      {},
    ],
  ])('tells %s', (_, system, from, expected) => {
    expect(readNotice(notice(system, from))).toEqual({ type: 'system', text: null, system, ...expected });
  });

  it.each<[string, object, object, object]>([
    [
      'its sender',
      { type: 'user_changed_number', wa_id: '4915110000002', previous_user_id: 'DE.0' },
      sender,
      { from: before.phone, providerUserId: 'DE.1' },
    ],
    [
      'the id before',
      { type: 'user_changed_user_id', user_id: 'DE.2', previous_user_id: 'DE.1' },
      {},
      { from: null, providerUserId: 'DE.1' },
    ],
    [
      'the number before',
      { type: 'customer_changed_number', customer: before.phone, wa_id: '4915110000002' },
      {},
      { from: before.phone, providerUserId: null },
    ],
    [
      'the number that stays',
      { type: 'user_changed_user_id', wa_id: before.phone, user_id: 'DE.2' },
      {},
      { from: before.phone, providerUserId: null },
    ],
  ])('is about %s', (_, system, from, expected) => {
    expect(readEnvelope(notice(system, from), { contacts: [], isAlone: true }, now)).toMatchObject({
      ...expected,
      isNotice: true,
    });
  });

  it('keeps what it says, unless that is too long', () => {
    const system = {
      type: 'user_changed_number',
      body: 'Moved',
      wa_id: '4915110000002',
      more: 'x'.repeat(9_000),
    };
    const { text, system: kept } = readNotice(notice(system, sender))!;
    expect({ text, kept }).toEqual({ text: 'Moved', kept: { type: 'user_changed_number' } });
  });

  it.each([{ type: 'text', system: { type: 'x' } }, notice('Moved'), notice({ body: 'Moved' })])(
    'is not %j',
    (message) => {
      expect(readNotice(message)).toBeNull();
    },
  );
});

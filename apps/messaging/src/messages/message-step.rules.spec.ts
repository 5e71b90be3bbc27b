import { takeStep } from './message-step.rules';
import type { MessageRow } from './message.row';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second));

/** A message that is with its connector since 12:00:10. */
const sending = {
  direction: 'outbound',
  status: 'sending',
  chat_message_id: null,
  error: null,
  sent_at: null,
  delivered_at: null,
  read_at: null,
  failed_at: null,
  edited_at: null,
  deleted_at: null,
  created_at: at(10),
  updated_at: at(10),
  version: 1,
} as MessageRow;

const sent: MessageRow = { ...sending, status: 'sent', chat_message_id: 'A', sent_at: at(12), version: 2 };

describe('a step of a message', () => {
  it('sets the status, the id of the network and the time', () => {
    expect(takeStep(sending, { to: 'sent', chatMessageId: 'A' }, at(12))).toEqual({
      row: { ...sent, updated_at: at(12) },
      reached: ['sent'],
    });
  });

  it('gives what it passes on the way its time too', () => {
    const { row, reached } = takeStep(sending, { to: 'read', at: at(15) }, at(20))!;
    expect(reached).toEqual(['sent', 'delivered', 'read']);
    expect([row.sent_at, row.delivered_at, row.read_at]).toEqual([at(15), at(15), at(15)]);
    expect(row.updated_at).toEqual(at(20));
  });

  it('keeps the times and the id that are known', () => {
    const { row } = takeStep(sent, { to: 'delivered', at: at(15), chatMessageId: 'B' }, at(20))!;
    expect(row).toMatchObject({ sent_at: at(12), delivered_at: at(15), chat_message_id: 'A', version: 3 });
  });

  it.each([
    ['before the message was made', sending, { to: 'sent', at: at(1) }, 'sent_at', at(10)],
    ['before it was sent', sent, { to: 'delivered', at: at(11) }, 'delivered_at', at(12)],
  ] as const)('never happens %s, whatever the clocks say', (_, row, step, column, time) => {
    expect(takeStep(row, step, at(20))!.row[column]).toEqual(time);
  });

  describe('with a price', () => {
    const pricing = { category: 'utility', type: 'regular', model: 'PMP' };

    it('keeps it, and keeps a price that is known', () => {
      const { row } = takeStep(sent, { to: 'delivered', pricing }, at(20))!;
      expect(row.pricing).toEqual(pricing);
      expect(takeStep(row, { to: 'read' }, at(21))!.row.pricing).toEqual(pricing);
    });

    it('keeps it although the message is that far already, and publishes nothing', () => {
      const noted = takeStep(sent, { to: 'sent', pricing }, at(20));
      expect(noted).toEqual({ row: { ...sent, pricing, version: 3, updated_at: at(20) }, reached: [] });
      expect(takeStep(noted!.row, { to: 'sent', pricing: { ...pricing } }, at(21))).toBeNull();
    });
  });

  it('never moves updated_at back', () => {
    expect(takeStep(sent, { to: 'delivered' }, at(5))!.row.updated_at).toEqual(at(10));
  });

  it('keeps why a message failed, and forgets it when the network has it after all', () => {
    const error = { code: 'provider_error', message: 'No.', reason: null, provider: null };
    const { row } = takeStep(sending, { to: 'failed', error }, at(12))!;
    expect(row).toMatchObject({ status: 'failed', error, failed_at: at(12), sent_at: null });
    expect(takeStep({ ...sending, status: 'unknown', error }, { to: 'sent' }, at(13))!.row.error).toBeNull();
  });

  it('of a message that failed says when the network had accepted it, and changes nothing else', () => {
    const error = { code: 'provider_error', message: 'No.', reason: null, provider: null };
    const failed = takeStep(sending, { to: 'failed', error, chatMessageId: 'A', at: at(12) }, at(13))!.row;
    const accepted = { ...failed, sent_at: at(11), version: 3, updated_at: at(14) };
    expect(takeStep(failed, { to: 'sent', chatMessageId: 'A', at: at(11) }, at(14))).toEqual({
      row: accepted,
      reached: [],
    });
    expect(takeStep(failed, { to: 'sent', chatMessageId: 'A' }, at(14))!.row.sent_at).toEqual(at(12));
    expect(takeStep(accepted, { to: 'sent', chatMessageId: 'A' }, at(15))).toBeNull();
  });

  it('to unknown is told to nobody', () => {
    expect(takeStep(sending, { to: 'unknown' }, at(12))!.reached).toEqual([]);
  });

  it.each([
    ['is that far already', sent, 'sent'],
    ['is further', { ...sent, status: 'read' }, 'delivered'],
    ['came in', { ...sending, direction: 'inbound' }, 'sent'],
  ] as const)('does nothing to a message that %s', (_, row, to) => {
    expect(takeStep(row, { to }, at(20))).toBeNull();
  });
});

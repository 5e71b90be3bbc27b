import { tell, tellEvent } from './exchange';

describe('what the demo tells of an answer', () => {
  it('is only what matters, indented and in its order', () => {
    const meta = { request_id: '3f9c1b52-7d1e-4c58-9a3f-2f6f0c9b8e21' };
    const device = {
      id: 7,
      business_name: 'Shop',
      origin: 'device',
      connection_status: 'pending',
      last_seen_at: null,
    };
    expect(tell({ ok: true, data: { device, reused: false }, meta })).toBe(
      '\n    device:\n      id: 7\n      business_name: "Shop"\n      connection_status: "pending"\n    reused: false',
    );
  });

  it('is at most three records of a list, on a line each', () => {
    const messages = [1, 2, 3, 4].map((id) => ({ id, reactions: [], sequence: id }));
    expect(tell({ data: { messages } })).toBe(
      '\n    messages:\n      {"id":1}\n      {"id":2}\n      {"id":3}',
    );
  });

  it('is the code of a failure', () => {
    expect(tell({ ok: false, error: { code: 'template_required', retryable: false } })).toBe(
      '\n    code: "template_required"',
    );
  });

  it('is the record of an event, and between which statuses it moved', () => {
    const message = { id: 5, status: 'sent', contact: { phone: '14155550123' } };
    expect(tellEvent({ message, contact: {}, conversation_id: 2 })).toBe('{"id":5,"status":"sent"}');
    expect(tellEvent({ device: { id: 1 }, from_status: 'pending', to_status: 'connected' })).toBe(
      '{"id":1,"from_status":"pending","to_status":"connected"}',
    );
  });
});

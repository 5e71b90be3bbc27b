import { Webhook } from 'standardwebhooks';
import { WebhookReceiver } from './webhook-receiver';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await WebhookReceiver.start(null);
});

afterEach(() => receiver.stop());

async function send(id: string, { signedWith = secret, type = 'message.sent' } = {}): Promise<number> {
  const now = new Date();
  // With white space, which is lost if the body is parsed and serialized again.
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data: { id } }, null, 2);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(signedWith).sign(id, now, body),
  };
  return (await fetch(receiver.url, { method: 'POST', headers, body })).status;
}

describe('WebhookReceiver', () => {
  it('tells right signatures from wrong ones', async () => {
    receiver.trust(secret);
    await send('evt_1');
    await send('evt_2', { signedWith: `whsec_${Buffer.alloc(32, 8).toString('base64')}` });
    expect(receiver.received.map(({ id, verified }) => [id, verified])).toEqual([
      ['evt_1', true],
      ['evt_2', false],
    ]);
  });

  it('verifies nothing before it has a secret', async () => {
    await send('evt_1');
    expect(receiver.received).toMatchObject([{ verified: false }]);
  });

  it('answers what it is told to, knowing the attempt, and keeps that like any other', async () => {
    expect(await send('evt_1')).toBe(200);
    receiver.answer = ({ id, verified }) => ({ status: id === 'evt_2' && !verified ? 401 : 500 });
    expect([await send('evt_2'), await send('evt_3')]).toEqual([401, 500]);
    expect(receiver.ids).toEqual(['evt_1', 'evt_2', 'evt_3']);
  });

  it('keeps what came byte for byte', async () => {
    await send('evt_1');
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const library = new Webhook(secret);
    expect(library.verify(body, headers as Record<string, string>)).toMatchObject({ type: 'message.sent' });
  });

  it('fails a test whose webhooks are not as the document says', async () => {
    const strict = await WebhookReceiver.start();
    await fetch(strict.url, { method: 'POST', body: '{"type":"message.sent","timestamp":"now","data":{}}' });
    expect(() => strict.ofType('message.sent')).toThrow('message.sent: The header webhook-id is missing.');
    await expect(strict.stop()).rejects.toThrow("must have required property 'message'");
  });

  it('waits for the webhook that a test needs', async () => {
    const awaited = receiver.waitFor<{ id: string }>('message.read', ({ data }) => data.id === 'evt_3');
    await send('evt_1');
    await send('evt_2', { type: 'message.read' });
    await send('evt_3', { type: 'message.read' });
    await expect(awaited).resolves.toMatchObject({ id: 'evt_3', type: 'message.read' });
  });
});

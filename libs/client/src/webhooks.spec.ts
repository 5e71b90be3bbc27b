import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from './webhooks';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const former = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const at = new Date('2026-01-31T10:20:30.000Z');
const body =
  '{ "type":"webhook.test", "timestamp":"2026-01-31T10:20:30.000+00:00", "data":{"webhook_id":5} }';

/** Signs as the service does, with a third-party library. */
function signed(...secrets: string[]): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(at.getTime() / 1_000),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign('evt_1', at, body)).join(' '),
  };
}

const now = at.getTime() + 299_000;

describe('the verifier of webhooks', () => {
  it.each([
    ['a text', signed(secret), body],
    ['bytes', signed(secret), new TextEncoder().encode(body)],
    ['the headers of Fetch', new Headers(signed(secret)), body],
    [
      'headers with capitals',
      Object.fromEntries(Object.entries(signed(secret)).map(([name, value]) => [name.toUpperCase(), value])),
      body,
    ],
    ['two signatures during a rotation', signed(former, secret), body],
  ])('returns the event of %s', async (_, headers, sent) => {
    const event = await verifyWebhook(secret, headers, sent, { now });
    expect(event).toMatchObject({ type: 'webhook.test', data: { webhook_id: 5 } });
  });

  it('says what to pass when the body has been parsed', async () => {
    const parsed = JSON.parse(body) as string;
    const verified = verifyWebhook(secret, signed(secret), parsed, { now });
    await expect(verified).rejects.toThrow(
      new TypeError('Pass the body as it came, as text or bytes, not parsed.'),
    );
  });

  it('accepts several secrets', async () => {
    await expect(verifyWebhook([former, secret], signed(secret), body, { now })).resolves.toBeDefined();
  });

  it.each([
    ['another body', signed(secret), body.replace('5', '6'), now, 'No signature'],
    ['another secret', signed(former), body, now, 'No signature'],
    [
      'a signature that is no base64',
      { ...signed(secret), 'webhook-signature': 'v1,*' },
      body,
      now,
      'No signature',
    ],
    [
      'another version of signatures',
      { ...signed(secret), 'webhook-signature': signed(secret)['webhook-signature']!.replace('v1', 'v2') },
      body,
      now,
      'No signature',
    ],
    ['a missing header', { ...signed(secret), 'webhook-id': undefined }, body, now, 'webhook-id is missing'],
    ['a request of long ago', signed(secret), body, at.getTime() + 301_000, 'too far'],
    ['a request of the future', signed(secret), body, at.getTime() - 301_000, 'too far'],
    ['a time that is none', { ...signed(secret), 'webhook-timestamp': 'NaN' }, body, now, 'too far'],
  ])('rejects %s', async (_, headers, sent, time, message) => {
    await expect(verifyWebhook(secret, headers, sent, { now: time })).rejects.toThrow(message);
    await expect(verifyWebhook(secret, headers, sent, { now: time })).rejects.toMatchObject({
      name: 'WebhookVerificationError',
    });
  });
});

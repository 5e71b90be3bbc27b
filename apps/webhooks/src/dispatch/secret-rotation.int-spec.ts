import { Webhook as StandardWebhook } from 'standardwebhooks';
import { rotateWebhookSecret } from '@chat/contracts/webhooks';
import { until, type WebhookReceiver } from '@chat/testing';
import { WebhooksHarness } from '../testing/webhooks-harness';

let webhooks: WebhooksHarness;
let receiver: WebhookReceiver;

beforeAll(async () => {
  webhooks = await WebhooksHarness.start();
});

beforeEach(async () => {
  webhooks.accountId += 1;
  receiver = await webhooks.startReceiver();
});

afterAll(() => webhooks.stop());

const isBy = (secret: string, { body, headers }: (typeof receiver.received)[number]) => {
  try {
    return new StandardWebhook(secret).verify(body, headers as Record<string, string>) !== undefined;
  } catch {
    return false;
  }
};

describe('while a secret is rotated', () => {
  it('deliveries are signed by both, and by the new one alone a day later', async () => {
    const { webhook, secret: former } = await webhooks.register(receiver.url);
    const signed = async () => {
      const { id } = await webhooks.publish();
      return until(() => receiver.received.find((webhookReceived) => webhookReceived.id === id), {
        describe: 'the delivery',
      });
    };
    const before = await signed();
    const { secret: current } = await webhooks.service.bus.request(
      rotateWebhookSecret,
      { params: { id: webhook.id } },
      webhooks.context,
    );
    const during = await signed();
    await webhooks.service.query(`UPDATE webhooks.retired_secrets SET expires_at = now()`);
    const after = await signed();

    const verdicts = [before, during, after].map((one) => [isBy(former, one), isBy(current, one)]);
    expect(verdicts).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
  });

  it('no delivery of a stream is without a valid signature by the secret that the receiver knows', async () => {
    const { webhook, secret } = await webhooks.register(receiver.url);
    let known = [secret];
    const rejected: string[] = [];
    receiver.answer = (received) => {
      if (known.some((one) => isBy(one, received))) return { status: 200 };
      rejected.push(received.id);
      return { status: 401 };
    };
    const publishing = (async () => {
      for (let count = 0; count < 100; count += 1) await webhooks.publish();
    })();
    const rotated = await webhooks.service.bus.request(
      rotateWebhookSecret,
      { params: { id: webhook.id } },
      webhooks.context,
    );
    await publishing;
    known = [rotated.secret];
    await webhooks.publish();
    await until(() => new Set(receiver.ids).size >= 101, { describe: 'all of them' });
    expect(rejected).toEqual([]);
  });
});

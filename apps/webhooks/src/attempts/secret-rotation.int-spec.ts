import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { rotateWebhookSecret } from '@chat/contracts/webhooks';
import { until, type WebhookReceiver } from '@chat/test-kit';
import { wakeLanes } from '../testing/time';
import { WebhooksHarness } from '../testing/webhooks-harness';

let webhooks: WebhooksHarness;
let receiver: WebhookReceiver;

beforeAll(async () => {
  // A long timeout, so that a slow delivery is not sent twice.
  webhooks = await WebhooksHarness.start({ WEBHOOK_TIMEOUT_MS: '30000' });
});

beforeEach(async () => {
  webhooks.accountId += 1;
  receiver = await webhooks.startReceiver();
});

afterAll(() => webhooks.stop());

const judges = { standardwebhooks: StandardWebhook, svix: SvixWebhook };

interface Signed {
  body: string;
  headers: object;
}

const isBy = (
  secret: string,
  { body, headers }: Signed,
  library: keyof typeof judges = 'standardwebhooks',
) => {
  try {
    return new judges[library](secret).verify(body, headers as Record<string, string>) !== undefined;
  } catch {
    return false;
  }
};

const rotate = ({ id }: { id: number }) =>
  webhooks.service.bus.request(rotateWebhookSecret, { params: { id } }, webhooks.context);

/** Texts that programs often mishandle: other scripts, escapes, line ends, the empty string. */
const pieces = ['', 'Café', '谢谢 📦', '\u0000\u2028', '"\\', ' \r\n', '\u{10FFFF}', 'null'];

function randomPayload(): string {
  const words = Array.from({ length: randomInt(20) }, () => pieces[randomInt(pieces.length)]!);
  const data = { id: randomInt(2 ** 40), message: words.join(''), noise: randomBytes(9).toString('base64') };
  return JSON.stringify({ type: 'message.received', timestamp: new Date().toISOString(), data });
}

/** Flips one random bit of the body. */
function flipped({ body, headers }: Signed): Signed {
  const bytes = Buffer.from(body);
  const at = randomInt(bytes.length);
  bytes[at] = bytes[at]! ^ (1 << randomInt(7));
  return { body: bytes.toString(), headers };
}

async function addBacklog(webhookId: number, payloads: string[]): Promise<void> {
  await webhooks.service.query(
    `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
     SELECT $1, $2, event.id, 'message.received', event.payload, 'pending', now()
     FROM unnest($3::uuid[], $4::text[]) AS event(id, payload)`,
    [webhooks.accountId, webhookId, payloads.map(() => randomUUID()), payloads],
  );
  await wakeLanes(webhooks.service);
}

describe('during a secret rotation', () => {
  it('deliveries are signed with both secrets, and a day later only with the new one', async () => {
    const { webhook, secret: former } = await webhooks.register(receiver.url);
    const signed = async () => {
      const { id } = await webhooks.publish();
      return until(() => receiver.received.find((webhookReceived) => webhookReceived.id === id), {
        describe: 'the delivery',
      });
    };
    const before = await signed();
    const { secret: current } = await rotate(webhook);
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

  it('every delivery of a stream has a valid signature for the secret that the receiver knows', async () => {
    const { webhook, secret } = await webhooks.register(receiver.url);
    let known = [secret];
    const rejected: string[] = [];
    receiver.answer = (received) => {
      if (known.some((one) => isBy(one, received))) return { status: 200 };
      rejected.push(received.id);
      return { status: 401 };
    };
    let begun = 0;
    const published: string[] = [];
    const publishing = (async () => {
      for (; begun < 200; begun += 1) published.push((await webhooks.publish()).id);
    })();
    const rotated = await rotate(webhook);
    // Deliveries from before the rotation may be signed only with the former secret, so the receiver awaits them first.
    const before = begun + 1;
    const areThere = (count: number) =>
      published.length >= count && published.slice(0, count).every((id) => receiver.ids.includes(id));
    await until(() => areThere(Math.min(before, 200)), { describe: 'those before the rotation' });
    known = [rotated.secret];
    await publishing;
    await until(() => areThere(200), { describe: 'all of them' });
    expect(rejected).toEqual([]);
  });

  it('the libraries that receivers use accept 5,000 random deliveries, and none with one bit flipped', async () => {
    receiver = await webhooks.startReceiver(null);
    const { webhook, secret: former } = await webhooks.register(receiver.url);
    let rotation: ReturnType<typeof rotate> | undefined;
    receiver.answer = () => {
      if (receiver.received.length === 2_000) rotation = rotate(webhook);
      return { status: 200 };
    };
    const payloads = Array.from({ length: 5_000 }, randomPayload);
    await addBacklog(webhook.id, payloads);
    await until(() => receiver.received.length >= 5_000, { describe: 'all of them', timeoutMs: 50_000 });

    const { secret: current } = await rotation!;
    const { received } = receiver;
    expect(received.map(({ body }) => body).toSorted()).toEqual(payloads.toSorted());
    const isRotated = ({ headers }: Signed & (typeof received)[number]) =>
      String(headers['webhook-signature']).includes(' ');
    expect(new Set(received.map(isRotated))).toEqual(new Set([false, true]));
    for (const library of ['standardwebhooks', 'svix'] as const) {
      const wrong = received.filter(
        (one) =>
          !isBy(former, one, library) ||
          isBy(current, one, library) !== isRotated(one) ||
          isBy(former, flipped(one), library),
      );
      expect(wrong).toEqual([]);
    }
  }, 180_000);
});

import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createWebhook, resendWebhookDelivery, updateWebhook } from '@chat/contracts/webhooks';
import { forbiddenUrls, refusal, until } from '@chat/test-kit';
import { wakeLanes } from '../testing/time';
import { WebhooksHarness } from '../testing/webhooks-harness';

const ALLOWED = 'https://example.com/hook';
const FIRST_ACCOUNT = 100;
const ENDPOINTS_PER_ACCOUNT = 100;

let webhooks: WebhooksHarness;
/** Counts connections to the port that every URL names. */
let canary: Server;
let visits = 0;
let urls: string[];

beforeAll(async () => {
  canary = createServer((socket) => {
    visits += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(canary, 'listening');
  urls = forbiddenUrls((canary.address() as AddressInfo).port).filter(isText);
  webhooks = await WebhooksHarness.start({ OUTBOUND_ALLOW_CIDRS: '' });
});

afterAll(async () => {
  await webhooks.stop();
  canary.close();
});

afterEach(() => expect(visits).toBe(0));

const refusesIts = (url: string) => ({
  url,
  code: 'validation_error',
  errors: { url: [expect.any(String) as string] },
});

describe('a URL that may not be called', () => {
  it('is refused on create in every spelling', async () => {
    webhooks.accountId = 1;
    for (const url of urls) {
      const creation = webhooks.service.bus.request(
        createWebhook,
        { body: { label: 'Orders', url } },
        webhooks.context,
      );
      expect({ url, ...(await refusal(creation)) }).toMatchObject(refusesIts(url));
    }
    expect(await webhooks.service.query('SELECT FROM webhooks.endpoints WHERE account_id = 1')).toEqual([]);
  });

  it('is refused on update, which changes nothing', async () => {
    webhooks.accountId = 2;
    const { webhook } = await webhooks.register(ALLOWED);
    for (const url of urls) {
      const update = webhooks.service.bus.request(
        updateWebhook,
        { params: { id: webhook.id }, body: { label: 'Other', url } },
        webhooks.context,
      );
      expect({ url, ...(await refusal(update)) }).toMatchObject(refusesIts(url));
    }
    expect(await webhooks.endpoint(webhook.id)).toEqual(webhook);
  });

  it('is blocked at the first attempt and at a resend, even if it was written directly to the table', async () => {
    for (const [index, url] of urls.entries()) {
      webhooks.accountId = FIRST_ACCOUNT + Math.floor(index / ENDPOINTS_PER_ACCOUNT);
      const { webhook } = await webhooks.register(ALLOWED);
      await webhooks.service.query('UPDATE webhooks.endpoints SET url = $2 WHERE id = $1', [webhook.id, url]);
    }
    await webhooks.service.query(
      `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
       SELECT account_id, id, gen_random_uuid(), 'device.connected', '{}', 'pending', now()
       FROM webhooks.endpoints WHERE account_id >= $1`,
      [FIRST_ACCOUNT],
    );
    await wakeLanes(webhooks.service);
    await allBlocked(urls.length, 1);

    const deliveries = await webhooks.service.query<{ account_id: number; id: number }>(
      'SELECT account_id::int, id::int FROM webhooks.endpoint_deliveries',
    );
    for (const { account_id, id } of deliveries) {
      webhooks.accountId = account_id;
      const params = { deliveryId: id };
      await webhooks.service.bus.request(resendWebhookDelivery, { params }, webhooks.context);
    }
    await allBlocked(urls.length, 2);
  });
});

/** Returns whether the gateway accepts the text: it refuses NUL and lone surrogates anywhere in a request. */
function isText(url: string): boolean {
  return !url.includes('\0') && Buffer.from(url).toString() === url;
}

function allBlocked(count: number, attempts: number): Promise<boolean> {
  const areBlocked = async () => {
    const rows = await webhooks.service.query(
      `SELECT FROM webhooks.endpoint_deliveries WHERE status = 'blocked' AND error = 'blocked' AND attempts = $1`,
      [attempts],
    );
    return rows.length === count;
  };
  return until(areBlocked, { describe: `${count} deliveries to be blocked ${attempts} times` });
}

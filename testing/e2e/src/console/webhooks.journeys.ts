import type { Page } from 'playwright-core';
import { until, WebhookReceiver } from '@chat/test-kit';
import { inChromium } from '../access/chromium';
import { keep } from '../access/visitor';
import { findingsOf } from './accessibility';
import { clickTwice, type ConsoleStage } from './console-stage';
import { placesOf } from './forgotten';

const DELIVERIES = 100_000;
/** Of these, the newest ones failed. */
const FAILED = 3;

/** Endpoints, what was delivered to them, and their signatures. */
export function webhooks(stage: () => ConsoleStage): void {
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
  });

  afterAll(() => receiver.stop());

  const act = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Actions for Orders' }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  /** A log as busy accounts have it, without their traffic. */
  const fillLog = (accountId: number, webhookId: number) =>
    stage().stack.query(
      `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, attempts,
         response_status, error, delivered_at, created_at, updated_at)
       SELECT $1, $2, gen_random_uuid(), 'webhook.test',
         json_build_object('type', 'webhook.test', 'timestamp', '2026-01-01T00:00:00.000Z',
           'data', json_build_object('webhook_id', $2::bigint))::text,
         CASE WHEN number <= $3 - $4 THEN 'succeeded' ELSE 'failed' END, 1,
         CASE WHEN number <= $3 - $4 THEN 200 ELSE 503 END,
         CASE WHEN number <= $3 - $4 THEN NULL ELSE 'http_status' END,
         CASE WHEN number <= $3 - $4 THEN now() END, now(), now()
       FROM generate_series(1, $3::int) AS number`,
      [accountId, webhookId, DELIVERIES, FAILED],
    );

  inChromium(
    'are registered, tested, verified, enabled and renewed, and their secret is seen once',
    async () => {
      const { email } = await stage().newcomer();
      const { page, complaints, close } = await stage().openAs(email, 'desktop-light', 'webhooks');
      await page.getByRole('button', { name: 'New endpoint' }).click();
      await page.getByLabel('Name').fill('Orders');
      await page.getByLabel('Address').fill('ftp://shop.example/');
      await page.getByText('What I choose').click();
      await page.getByText('All of these, and those that will be added').first().click();
      await page.getByText('A customer wrote').click();
      await keep(page, 'console-new-endpoint', { fullPage: false });
      expect(await findingsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Register the endpoint' }).click();
      await page.locator('[aria-invalid=true]').waitFor();
      await page.getByLabel('Address').fill(receiver.url);
      await clickTwice(page.getByRole('button', { name: 'Register the endpoint' }));
      await page.getByText('Keep the secret now').waitFor();
      const secretShown = () => page.getByRole('alertdialog').locator('code').first().innerText();
      const secret = await secretShown();
      receiver.trust(secret);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('6 kinds of events').waitFor();

      await act(page, 'Send a test');
      await page.getByRole('dialog').getByText('Delivered', { exact: true }).first().waitFor();
      await page.getByRole('dialog').getByText('Answer 200').waitFor();
      await keep(page, 'console-delivery', { fullPage: false });
      expect(await findingsOf(page)).toEqual([]);
      const sent = await receiver.waitFor('webhook.test');
      expect(sent.verified).toBe(true);

      const leaving: string[] = [];
      await page.goto(`${stage().base}/console/webhooks/verify`);
      await page.getByRole('button', { name: 'Check' }).waitFor();
      page.on('request', (request) => leaving.push(request.postData() ?? request.url()));
      await page
        .getByLabel('Headers')
        .fill(
          ['webhook-id', 'webhook-timestamp', 'webhook-signature']
            .map((name) => `${name}: ${String(sent.headers[name])}`)
            .join('\n'),
        );
      await page.getByLabel('Signing secret').fill(secret);
      const verdictFor = async (body: string) => {
        await page.getByLabel('Body').fill(body);
        await page.getByRole('button', { name: 'Check' }).click();
        return page
          .locator('[aria-live=polite]')
          .getByText(/signature/i)
          .innerText();
      };
      expect(await verdictFor(sent.body)).toMatch(/right, and the request is recent/);
      expect(await verdictFor(JSON.stringify(JSON.parse(sent.body), null, 2))).toMatch(/other spaces/);
      expect(await verdictFor(sent.body.replace('webhook.test', 'webhook.text'))).toMatch(
        /No signature is right/,
      );
      await keep(page, 'console-signature', { fullPage: false });
      expect(await findingsOf(page)).toEqual([]);
      expect(leaving.filter((text) => text.includes(secret) || text.includes(sent.id))).toEqual([]);

      await page.getByRole('link', { name: 'Webhooks' }).first().click();
      receiver.answer = () => ({ status: 410 });
      await act(page, 'Send a test');
      await page.getByRole('dialog').getByText('Answer 410').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByText('The receiver answered 410').waitFor();
      receiver.answer = () => ({ status: 503 });
      await act(page, 'Enable…');
      await page.getByRole('button', { name: 'Send the tests' }).click();
      await page.getByText('Answer 503').nth(2).waitFor();
      await keep(page, 'console-probes', { fullPage: false });
      expect(await findingsOf(page)).toEqual([]);
      receiver.answer = () => ({ status: 200 });
      await page.getByRole('button', { name: 'Send the tests' }).click();
      await page.getByText('Orders works again.').waitFor();
      await page.getByText('Answer 200').nth(2).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();

      await act(page, 'New secret…');
      await page.getByRole('button', { name: 'Get a new secret' }).click();
      await page.getByText('The former secret works until').waitFor();
      const next = await secretShown();
      await page.getByRole('button', { name: 'Done' }).click();
      expect(await placesOf([secret, next], page, stage().stack)).toEqual([]);

      await act(page, 'Delete…');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('No endpoints yet').waitFor();
      expect(complaints).toEqual([]);
      await close();
    },
  );

  inChromium(`have a log of ${DELIVERIES} deliveries that is found, scrolled and sent again`, async () => {
    const { accountId, email } = await stage().newcomer();
    const client = stage().stack.typedClient(await stage().stack.admin.createApiKey(accountId));
    const { webhook } = await client.createWebhook({
      label: 'Orders',
      url: receiver.url,
      events: ['ticket.*'],
    });
    await fillLog(accountId, webhook.id);
    receiver.received.length = 0;
    const { page, complaints, close } = await stage().openAs(email, 'phone-dark', `webhooks/${webhook.id}`);
    const log = page.getByRole('region', { name: 'Deliveries' });
    const rows = log.getByRole('listitem');
    await rows.first().waitFor();
    const loaded = async () => Number(await rows.last().getAttribute('aria-setsize'));
    const scrollOn = async () => {
      const before = await loaded();
      await page.evaluate('document.querySelector("[role=region]").scrollTop = 1e9');
      await until(async () => (await loaded()) > before, { describe: 'more deliveries' });
    };
    for (let pages = 0; pages < 5; pages += 1) await scrollOn();
    expect(await loaded()).toBeGreaterThanOrEqual(500);
    expect(await rows.count()).toBeLessThanOrEqual(60);

    await page.getByRole('button', { name: /Status/ }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await until(async () => (await rows.count()) === FAILED, { describe: 'the failed ones' });
    await page.reload();
    await rows.first().waitFor();
    expect([await rows.count(), new URL(page.url()).searchParams.get('status')]).toEqual([FAILED, 'failed']);
    await rows.first().getByText('A test').waitFor();
    await keep(page, 'console-failed-deliveries', { fullPage: false });
    expect(await findingsOf(page)).toEqual([]);

    await rows.first().getByRole('link').click();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByRole('dialog').getByText('Delivered', { exact: true }).first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await until(async () => (await rows.count()) === FAILED - 1, { describe: 'the rest' });
    await rows.last().getByRole('link').click();
    await page.getByRole('button', { name: 'Resend all that failed since then' }).click();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await until(() => receiver.ofType('webhook.test').length === FAILED, { describe: 'all of them' });
    expect(new Set(receiver.ids).size).toBe(FAILED);
    await page.goto(`${stage().base}/console/webhooks/${webhook.id}?delivery=999999999`);
    await page.getByRole('dialog').getByText('It may have been deleted').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  inChromium('are no place for those who may not manage them', async () => {
    const { accountId } = await stage().newcomer();
    const { page, close } = await stage().openAs(await stage().person(accountId, 'agent'), 'desktop-dark');
    await page.getByRole('link', { name: 'Channels' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    for (const place of ['webhooks', 'webhooks/1', 'webhooks/verify']) {
      await page.goto(`${stage().base}/console/${place}`);
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    }
    await close();
  });
}

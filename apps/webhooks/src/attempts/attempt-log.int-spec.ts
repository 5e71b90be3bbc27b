import { CapturedLog, until, type LogLine } from '@chat/test-kit';
import { WebhooksHarness } from '../testing/webhooks-harness';

describe('the log of deliveries', () => {
  let log: CapturedLog;
  let webhooks: WebhooksHarness;

  beforeAll(async () => {
    log = new CapturedLog();
    webhooks = await WebhooksHarness.start({ LOG_LEVEL: 'info' });
  });

  afterAll(async () => {
    await webhooks.stop();
    log.release();
  });

  const lineOf = (webhookId: number, text: string): Promise<LogLine> =>
    until(() => log.lines.find((line) => line.webhookId === webhookId && line.msg === text), {
      describe: `the line "${text}"`,
    });

  it('warns when an endpoint begins to fail, with the codes, and names its recovery', async () => {
    const receiver = await webhooks.startReceiver();
    receiver.answer = () => ({ status: 500, body: 'the shelf is full' });
    const { webhook } = await webhooks.register(receiver.url);
    const { id: eventId } = await webhooks.publish('Acme');
    expect(await lineOf(webhook.id, 'an endpoint began to fail')).toMatchObject({
      ...{ level: 'warn', accountId: 1, eventId, eventType: 'device.connected', attempts: 1 },
      ...{ code: 'http_status', responseStatus: 500 },
    });
    receiver.answer = () => ({ status: 200 });
    await webhooks.passTime();
    expect(await lineOf(webhook.id, 'an endpoint responds again')).toMatchObject({ level: 'info' });
    expect(log.text).not.toContain(receiver.url);
    expect(log.text).not.toContain('the shelf is full');
    expect(log.text).not.toContain('Acme');
  });

  it('warns of a delivery that gets no more attempts', async () => {
    const receiver = await webhooks.startReceiver();
    receiver.answer = () => ({ status: 500 });
    const { webhook } = await webhooks.register(receiver.url);
    const { id: eventId } = await webhooks.publish();
    await webhooks.ended(webhook.id, eventId, 'pending', 1);
    await webhooks.service.query(
      'UPDATE webhooks.endpoint_deliveries SET attempts = 9 WHERE webhook_id = $1',
      [webhook.id],
    );
    await webhooks.passTime();
    expect(await lineOf(webhook.id, 'a delivery was given up')).toMatchObject({
      ...{ level: 'warn', accountId: 1, eventId, attempts: 10, count: 1, status: 'failed' },
      ...{ code: 'http_status', responseStatus: 500 },
    });
  });

  it('warns of an endpoint that is disabled, with the reason', async () => {
    const receiver = await webhooks.startReceiver();
    receiver.answer = () => ({ status: 410 });
    const { webhook } = await webhooks.register(receiver.url);
    await webhooks.publish();
    expect(await lineOf(webhook.id, 'an endpoint was disabled')).toMatchObject({
      ...{ level: 'warn', reason: 'gone', responseStatus: 410 },
    });
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { testWebhook, webhookTest } from '@chat/contracts/webhooks';
import { webhookEventTypes } from '../endpoints/event-names';
import { exampleEvents } from '../testing/example-events';
import { eventsFile } from '../testing/guide';
import { WebhooksHarness } from '../testing/webhooks-harness';

const TIMESTAMP = '2026-01-31T10:20:30.000+00:00';

describe('docs/webhook-events.md', () => {
  let webhooks: WebhooksHarness;

  beforeAll(async () => {
    webhooks = await WebhooksHarness.start();
  });

  afterAll(() => webhooks.stop());

  it('shows each event as a receiver gets it (UPDATE_SCHEMAS=1 npx jest apps/webhooks rewrites it)', async () => {
    const receiver = await webhooks.startReceiver();
    const { webhook } = await webhooks.register(receiver.url);
    const sections: string[] = [];
    const show = async (name: string, summary: string | undefined) => {
      const { body } = await receiver.waitFor(name);
      const payload = JSON.stringify({ ...(JSON.parse(body) as object), timestamp: TIMESTAMP }, null, 2);
      sections.push(`## ${name}\n\n${summary}.\n\n\`\`\`json\n${payload}\n\`\`\`\n`);
    };
    for (const { type, data } of exampleEvents) {
      await webhooks.service.bus.publish(type, data);
      await show(type.type, type.summary);
    }
    await webhooks.service.bus.request(testWebhook, { params: { id: webhook.id } }, webhooks.context);
    await show(webhookTest.type, webhookTest.summary);

    const introduction =
      '# The events\n\nThe payload of each event, as a webhook endpoint received it in a test. See [webhooks.md](webhooks.md) for how events are delivered.\n';
    const printed = [introduction, ...sections].join('\n');
    if (process.env.UPDATE_SCHEMAS) await writeFile(eventsFile, printed);
    expect(printed).toBe(await readFile(eventsFile, 'utf8'));
  });

  it('covers every event', () =>
    expect(exampleEvents.map(({ type }) => type.type).sort()).toEqual(
      webhookEventTypes.map(({ type }) => type).sort(),
    ));
});

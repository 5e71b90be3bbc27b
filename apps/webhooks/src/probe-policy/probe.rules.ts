import { webhookTest, type WebhookTestData } from '@chat/contracts/webhooks';
import { toPayload } from '../payloads/payload.rules';

/** Returns the body of the event `webhook.test`. */
export function testPayload(webhookId: number, at: Date): string {
  const data: WebhookTestData = { webhook_id: webhookId };
  return toPayload({ type: webhookTest.type, time: at.toISOString(), data });
}

/** Returns whether the policies of the installation and of the account permit tests, resends and probes. */
export function mayProbe(installation: 'on' | 'off', plan: { manual_probes?: boolean }): boolean {
  return installation === 'on' && plan.manual_probes !== false;
}

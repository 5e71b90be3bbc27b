import { until, type WebhookReceiver } from '@chat/test-kit';
import { WebhooksHarness } from '../testing/webhooks-harness';
import { wakeLanes } from '../testing/time';
import type { ClaimedDelivery } from '../attempts/claimed-delivery';
import { DispatchRepository } from './dispatch.repository';

let webhooks: WebhooksHarness;
let receiver: WebhookReceiver;
/** How far the clock of the process has advanced while claims waited for their results, in ms. */
let standstillMs = 0;

beforeAll(async () => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + standstillMs);
  webhooks = await WebhooksHarness.start();
  receiver = await webhooks.startReceiver();
  await webhooks.register(receiver.url);
});

afterAll(async () => {
  await webhooks.stop();
  jest.restoreAllMocks();
});

beforeEach(() => {
  receiver.received.length = 0;
});

/** Delays the next claim for longer than its leases are sure to last. @returns the deliveries that it claimed. */
function delayNextClaim(meanwhile: () => Promise<unknown>): ClaimedDelivery[] {
  const claimed: ClaimedDelivery[] = [];
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the repository that was asked
  const { claim } = DispatchRepository.prototype;
  const claims = jest.spyOn(DispatchRepository.prototype, 'claim').mockImplementation(async function (
    this: DispatchRepository,
    ...asked
  ) {
    const found = await claim.apply(this, asked);
    if (found.deliveries.length > 0) {
      claims.mockRestore();
      claimed.push(...found.deliveries);
      await meanwhile();
      standstillMs += 10_000;
    }
    return found;
  });
  return claimed;
}

describe('a delivery whose claim returns late', () => {
  it('is left to the dispatcher that has claimed it in the meantime', async () => {
    const lease = (until: string) =>
      webhooks.service.query(`UPDATE webhooks.endpoint_deliveries SET locked_until = ${until}`);
    const claimed = delayNextClaim(() => lease(`now() + interval '1 hour'`));
    const renewals = jest.spyOn(DispatchRepository.prototype, 'renew');
    const event = await webhooks.publish();
    await until(() => renewals.mock.results.length > 0, { describe: 'a renewal' });
    expect(await renewals.mock.results[0]!.value).toEqual([]);
    renewals.mockRestore();

    await lease('NULL');
    await wakeLanes(webhooks.service);
    await webhooks.ended(claimed[0]!.webhookId, event.id, 'succeeded', 1);
    expect(receiver.ids).toEqual([event.id]);
  });

  it('is attempted under a renewed lease if no other dispatcher has claimed it', async () => {
    let answer = () => {};
    receiver.answer = () => new Promise((resolve) => (answer = () => resolve({ status: 200 })));
    const claimed = delayNextClaim(() => Promise.resolve());
    const event = await webhooks.publish();
    await until(() => receiver.ids.includes(event.id), { describe: 'the attempt' });
    const [delivery] = claimed as [ClaimedDelivery];
    const sql = 'SELECT locked_until > $2 AS "isNew" FROM webhooks.endpoint_deliveries WHERE id = $1';
    expect(await webhooks.service.query(sql, [delivery.id, delivery.lockedUntil])).toEqual([{ isNew: true }]);
    answer();
    await webhooks.ended(delivery.webhookId, event.id, 'succeeded', 1);
    expect(receiver.ids).toEqual([event.id]);
  });
});

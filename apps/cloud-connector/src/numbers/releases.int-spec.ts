import { releaseNumber } from '@chat/contracts/cloud-connector';
import { channelDeleted } from '@chat/contracts/channels';
import { until } from '@chat/test-kit';
import {
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from '../testing/cloud-connector-under-test';

describe('numbers that are released', () => {
  let stack: CloudConnectorUnderTest;
  let lastChannel = 100;
  let lastNumber = 0;

  beforeAll(async () => {
    stack = await startCloudConnector();
  });

  afterAll(() => stack.stop());

  const newNumber = (settings: { waba?: string } = {}) => {
    lastNumber += 1;
    return stack.putNumber(`4930210${String(lastNumber).padStart(6, '0')}`, settings);
  };
  const newChannel = () => (lastChannel += 1);
  const subscriptions = async (number: ProviderNumber) => {
    const url = `${stack.sandbox.url}/v23.0/${number.waba_id}/subscribed_apps`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${number.access_token}` } });
    return ((await response.json()) as { data: unknown[] }).data.length;
  };
  const unsubscribe = ({ waba_id, access_token }: ProviderNumber) =>
    fetch(`${stack.sandbox.url}/v23.0/${waba_id}/subscribed_apps`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${access_token}` },
    });
  const isGone = (channelId: number) =>
    until(
      async () =>
        (await stack.query('SELECT FROM cloud_connector.numbers WHERE channel_id = $1', [channelId]))
          .length === 0,
      { describe: `${channelId} to be gone` },
    );
  const jobsAreDone = () =>
    until(
      async () => (await stack.query(`SELECT FROM cloud_connector.jobs WHERE state <> 'done'`)).length === 0,
      { describe: 'the jobs to be done' },
    );

  it('are released with their channel: the account is unsubscribed with its last number', async () => {
    const [one, other] = [await newNumber({ waba: 'pair' }), await newNumber({ waba: 'pair' })];
    const channels = [newChannel(), newChannel()] as const;
    await stack.connect(channels[0], one);
    await stack.connect(channels[1], other);
    await stack.bus.request(releaseNumber, { body: { channel_id: channels[0] } });
    await isGone(channels[0]);
    await jobsAreDone();
    expect(await subscriptions(one)).toBe(1);
    // The event alone has the same effect, in case the request is lost.
    await stack.bus.publish(channelDeleted, { channel_id: channels[1] }, { channelId: channels[1] });
    await isGone(channels[1]);
    await jobsAreDone();
    expect(await subscriptions(other)).toBe(0);
    await stack.connect(newChannel(), other, 2);
  });

  it('stay subscribed even if another releases their account while they are being connected', async () => {
    const number = await newNumber();
    await stack.query('BEGIN');
    await stack.query('LOCK TABLE cloud_connector.numbers IN SHARE MODE');
    const connecting = stack.connect(newChannel(), number);
    await until(async () => (await subscriptions(number)) === 1, { describe: 'the first subscription' });
    await unsubscribe(number);
    await stack.query('COMMIT');
    await connecting;
    await jobsAreDone();
    expect(await subscriptions(number)).toBe(1);
  });

  it('stay subscribed when the release of another runs late', async () => {
    const [one, other] = [await newNumber({ waba: 'late' }), await newNumber({ waba: 'late' })];
    const channelId = newChannel();
    await stack.connect(channelId, one);
    await stack.connect(newChannel(), other);
    await jobsAreDone();
    // Simulates a run that crashed after its call, before the second number was connected.
    await unsubscribe(one);
    await stack.bus.request(releaseNumber, { body: { channel_id: channelId } });
    await isGone(channelId);
    await jobsAreDone();
    expect(await subscriptions(other)).toBe(1);
  });
});

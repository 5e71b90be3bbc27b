import { inspectCloudSend, readCloudTraffic } from '@chat/contracts/cloud-connector';
import { startTestService, testContext, type TestService } from '@chat/test-kit';
import { cloudConnectorService } from '../service';

describe('the inspection of sends', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(cloudConnectorService, { CALLBACK_PORT: '0' });
    await service.query(
      `INSERT INTO cloud_connector.sends (account_id, message_id, channel_id, state, error, chat_message_id, created_at)
       VALUES (1, 10, 7, 'accepted', NULL, 'wamid.4915112345678', now()),
         (1, 11, 7, 'refused', $1, NULL, now()), (1, 12, 7, 'unknown', NULL, NULL, now()),
         (1, 13, 7, 'refused', NULL, NULL, now() - interval '2 hours'), (2, 14, 8, 'accepted', NULL, NULL, now())`,
      [
        {
          ...{ code: 'provider_error', message: 'No.', retryable: false, reason: 'token_invalid' },
          provider: { code: '190', message: 'Invalid token' },
        },
      ],
    );
    await service.query(
      `INSERT INTO cloud_connector.received (account_id, channel_id, chat_message_id) VALUES (1, 7, 'in-1'), (3, 9, 'in-2')`,
    );
  });

  afterAll(() => service.stop());

  const inspect = (message_id: number, accountId = 1) =>
    service.bus.request(inspectCloudSend, { body: { message_id } }, testContext({ accountId }));

  it('shows the record of one, with its codes and without the id of the network', async () => {
    expect(await inspect(11)).toMatchObject({
      ...{ state: 'refused', reason: 'token_invalid' },
      error: { code: 'provider_error', provider: { code: '190' } },
    });
    expect(await inspect(10)).toMatchObject({ state: 'accepted', error: null });
    expect(JSON.stringify(await inspect(10))).not.toContain('4915112345678');
  });

  it.each([
    ['that was never handed over', 15, 1],
    ['of another account', 10, 2],
  ])('has no record of a message %s', async (_, messageId, accountId) => {
    expect(await inspect(messageId, accountId)).toMatchObject({ state: 'none', begun_at: null });
  });

  it('counts what went through each channel of late, with the latest refusal', async () => {
    const { channels, is_cut } = await service.bus.request(readCloudTraffic, { body: { minutes: 60 } });
    expect(is_cut).toBe(false);
    const byChannel = new Map(channels.map((traffic) => [traffic.channel_id, traffic]));
    expect(byChannel.get(7)).toMatchObject({
      ...{ account_id: 1, sends: 3, refused: 1, unknown: 1, received: 1 },
      ...{ last_code: 'provider_error', last_provider_code: '190' },
    });
    expect(byChannel.get(8)).toMatchObject({ account_id: 2, sends: 1, refused: 0, last_code: null });
    expect(byChannel.get(9)).toMatchObject({ account_id: 3, sends: 0, received: 1 });
  });
});

import { sendThroughDevice } from '@chat/contracts/device-sessions';
import { refusal, withoutConnections } from '@chat/test-kit';
import {
  BUSINESS,
  newSend,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';

describe('without Postgres', () => {
  let sessions: DeviceSessionsUnderTest;

  beforeAll(async () => {
    sessions = await startDeviceSessions();
    await sessions.link(7, BUSINESS);
  });

  afterAll(() => sessions.stop());

  it('a message is refused before its hand-over, and may be retried', async () => {
    const body = newSend({ channel_id: 7 });
    await withoutConnections(sessions, async () => {
      expect(await refusal(sessions.bus.request(sendThroughDevice, { body }))).toMatchObject({
        code: 'service_unavailable',
        retryable: true,
      });
    });
    expect(await sessions.phones.sends(String(body.message_id))).toEqual([]);
  });
});

import {
  deviceMessageAcknowledged,
  deviceMessageReceived,
  getSession,
  getSessionQr,
  sendThroughDevice,
  sessionStatusChanged,
} from '@chat/contracts/device-sessions';
import { startTestService, type TestService } from '@chat/testing';
import { deviceSessionsService } from './service';
import { startTestSandbox, type TestSandbox } from './testing/test-sandbox';

describe('a phone that is linked by QR code', () => {
  let sandbox: TestSandbox;
  let service: TestService;

  beforeAll(async () => {
    sandbox = await startTestSandbox();
    service = await startTestService(deviceSessionsService, { DEVICE_NETWORK_URL: sandbox.networkUrl });
  });

  afterAll(async () => {
    await service.stop();
    await sandbox.stop();
  });

  it('connects, sends, hears of the delivery and receives', async () => {
    const shown = await service.bus.request(getSessionQr, { body: { channel_id: 7 } });
    expect(shown.session.raw_status).toBe('QRCODE');
    expect(shown.expires_in).toBeGreaterThan(50);
    await sandbox.phones.scan('4915100000001', shown.qr!);
    await service.bus.nextEvent(sessionStatusChanged, ({ data }) => data.raw_status === 'CONNECTED');
    const session = await service.bus.request(getSession, { body: { channel_id: 7 } });
    expect(session).toMatchObject({
      raw_status: 'CONNECTED',
      phone_number: '4915100000001',
      last_error: null,
    });

    const { chat_message_id } = await service.bus.request(sendThroughDevice, {
      body: {
        channel_id: 7,
        message_id: 100,
        to: '4915100000002',
        type: 'text',
        text: 'Hello',
        deadline: Date.now() + 5_000,
      },
    });
    const delivered = await service.bus.nextEvent(deviceMessageAcknowledged);
    expect(delivered.data).toMatchObject({
      channel_id: 7,
      message_id: 100,
      chat_message_id,
      level: 'delivered',
    });

    await sandbox.phones.openChat('4915100000002', '4915100000001');
    await service.bus.nextEvent(deviceMessageAcknowledged, ({ data }) => data.level === 'read');

    await sandbox.phones.write('4915100000002', { to: '4915100000001', text: 'Hi there' });
    const received = await service.bus.nextEvent(deviceMessageReceived);
    expect(received.data).toMatchObject({ channel_id: 7, from: '4915100000002', text: 'Hi there' });
  });
});

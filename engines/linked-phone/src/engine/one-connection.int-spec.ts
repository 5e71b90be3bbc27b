import { deviceSessionsWith } from '@chat/device-sessions';
import { claimSession, getSession, getSessionQr } from '@chat/contracts/device-sessions';
import { startTestService, testContext, until, type TestService } from '@chat/test-kit';
import { settingsFor } from '../control/control-api';
import { readQr } from '../control/read-qr';
import { baileysPackage } from '../engine-package';
import { PhoneNetwork } from '../network/phone-network';

const CHANNEL = { body: { channel_id: 7 } };

/** Two replicas of the service with this engine. */
describe('a session that is claimed, started and asked for a code again and again', () => {
  let network: PhoneNetwork;
  let service: TestService;

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    // No replica loses the session, however busy the machine is.
    const settings = { ...settingsFor(network), DEVICE_ENGINE: 'baileys', DEVICE_LEASE_MS: '60000' };
    service = await startTestService(deviceSessionsWith(baileysPackage), settings, { replicas: 2 });
  });

  afterAll(async () => {
    await service?.stop();
    await network?.stop();
  });

  // They wait for each other, which takes a busy machine long.
  const patience = () => testContext({ timeoutMs: 50_000 });
  const showCode = () => service.bus.request(getSessionQr, CHANNEL, patience());
  /** Enough requests to reach both replicas. One that a busy machine lets wait too long has been made all the same. */
  const askAll = () =>
    Promise.allSettled([
      ...Array.from({ length: 20 }, () => service.bus.request(claimSession, CHANNEL, patience())),
      ...Array.from({ length: 5 }, showCode),
    ]);

  it('has one connection', async () => {
    await askAll();
    await askAll();
    expect(network.accepted).toBe(1);

    const phone = network.phone('4915100000001');
    await network.linking.scan(phone, readQr((await showCode()).qr!)!);
    const isConnected = async () =>
      (await service.bus.request(getSession, CHANNEL)).raw_status === 'CONNECTED';
    await until(isConnected, { describe: 'the session' });
    // The network asks for a new one after the link.
    expect(network.accepted).toBe(2);
    await askAll();
    expect(await showCode()).toMatchObject({ qr: null, session: { raw_status: 'CONNECTED' } });
    expect([network.accepted, phone.devices.size]).toEqual([2, 1]);
  });
});

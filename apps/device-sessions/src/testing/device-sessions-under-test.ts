import type { ConnectorSend } from '@chat/contracts/connector';
import { getSession, getSessionQr, type RawStatus } from '@chat/contracts/device-sessions';
import { TestSandbox } from '@chat/sandbox/testing';
import { newSend as newSendTo, startTestService, until, type TestService } from '@chat/test-kit';
import { deviceSessionsService } from '../service';

export const BUSINESS = '4915100000001';
export const CUSTOMER = '4915100000002';

/** The service with a simulated phone network. For `*.int-spec.ts` only. */
export interface DeviceSessionsUnderTest extends TestService {
  readonly sandbox: TestSandbox;
  readonly phones: TestSandbox['phones'];
  /** Scans the QR code of the channel's session and waits until the session is connected. */
  link(channelId: number, digits: string): Promise<void>;
  /** Waits until the session has this status. */
  reaches(channelId: number, status: RawStatus): Promise<void>;
  /** Runs work that breaks the session's connection, and waits until the session has reconnected. */
  reconnectsAfter(channelId: number, work: () => Promise<unknown>): Promise<void>;
}

/** @param options as for `startTestService`. */
export async function startDeviceSessions(
  sandboxEnvironment: Record<string, string> = {},
  environment: Record<string, string> = {},
  options: { replicas?: number } = {},
): Promise<DeviceSessionsUnderTest> {
  const sandbox = await TestSandbox.start(sandboxEnvironment);
  const settings = { DEVICE_NETWORK_URL: sandbox.networkUrl, ...environment };
  const service = await startTestService(deviceSessionsService, settings, options);
  const look = (channelId: number) => service.bus.request(getSession, { body: { channel_id: channelId } });
  const reaches = async (channelId: number, status: RawStatus, afterSeq = -1) => {
    const hasStatus = async () => {
      const { raw_status, seq } = await look(channelId);
      return raw_status === status && seq > afterSeq;
    };
    await until(hasStatus, { describe: `session ${channelId} to be ${status}`, timeoutMs: 20_000 });
  };
  return {
    ...service,
    sandbox,
    phones: sandbox.phones,
    reaches,
    reconnectsAfter: async (channelId, work) => {
      const { seq } = await look(channelId);
      await work();
      await reaches(channelId, 'CONNECTED', seq);
    },
    link: async (channelId, digits) => {
      const { qr } = await service.bus.request(getSessionQr, { body: { channel_id: channelId } });
      await sandbox.phones.scan(digits, qr!);
      await reaches(channelId, 'CONNECTED');
    },
    stop: async () => {
      await service.stop();
      await sandbox.stop();
    },
  };
}

/** Returns a valid send of a new message. */
export const newSend = (change?: Partial<ConnectorSend>) => newSendTo(CUSTOMER, change);

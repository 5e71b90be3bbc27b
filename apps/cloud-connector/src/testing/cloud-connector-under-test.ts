import { createHmac } from 'node:crypto';
import { connectNumber, type NumberSnapshot } from '@chat/contracts/cloud-connector';
import type { ConnectorSend } from '@chat/contracts/connector';
import { freePort } from '@chat/local-servers';
import { TestSandbox } from '@chat/sandbox/testing';
import { newSend as newSendTo, startTestService, testContext, until, type TestService } from '@chat/test-kit';
import { cloudConnectorService } from '../service';

export const BUSINESS = '4930100000001';
export const CUSTOMER = '4915100000002';
export const APP_SECRET = 'sandbox-app-secret';

/** A number at the provider. */
export interface ProviderNumber {
  digits: string;
  phone_number_id: string;
  waba_id: string;
  access_token: string;
}

/** The service with a simulated provider. For `*.int-spec.ts` only. */
export interface CloudConnectorUnderTest extends TestService {
  readonly sandbox: TestSandbox;
  readonly phones: TestSandbox['phones'];
  readonly callbackUrl: string;
  /** Creates a number at the provider. */
  putNumber(digits: string, settings?: { waba?: string; coexistence?: boolean }): Promise<ProviderNumber>;
  /** Connects a number of the provider to a channel. */
  connect(channelId: number, number: ProviderNumber, accountId?: number): Promise<NumberSnapshot>;
  /** Has the provider deliver these messages to the number, even if delivered before. */
  postMessages(number: ProviderNumber, messages: object[]): Promise<void>;
  /** Posts a callback with these bytes. @returns the status of the answer. */
  post(body: string, signature?: string): Promise<number>;
  /** Waits until all jobs of the type are done. */
  untilDone(jobType: string): Promise<void>;
  /** Sets how the provider delivers callbacks from now on. */
  deliver(switches: {
    hold?: boolean;
    duplicate?: boolean;
    shuffle?: boolean;
    batch?: number;
  }): Promise<void>;
}

export async function startCloudConnector(
  sandboxEnvironment: Record<string, string> = {},
  environment: Record<string, string> = {},
): Promise<CloudConnectorUnderTest> {
  const callbackPort = await freePort();
  const callbackUrl = `http://127.0.0.1:${callbackPort}/provider/callbacks`;
  const sandbox = await TestSandbox.start({
    SANDBOX_CALLBACK_URL: callbackUrl,
    SANDBOX_CALLBACK_RETRY_MS: '50',
    ...sandboxEnvironment,
  });
  const service = await startTestService(cloudConnectorService, {
    PROVIDER_BASE_URL: sandbox.url,
    PROVIDER_APP_ID: '900000000000001',
    PROVIDER_APP_SECRET: APP_SECRET,
    PROVIDER_VERIFY_TOKEN: 'sandbox-verify-token',
    PROVIDER_CONFIG_ID: '8',
    CALLBACK_PORT: String(callbackPort),
    ...environment,
  });
  const post = async (body: string, signature = sign(body)) => {
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    return (await fetch(callbackUrl, { method: 'POST', headers, body })).status;
  };
  return {
    ...service,
    sandbox,
    post,
    postMessages: async (number, messages) => {
      const status = await post(JSON.stringify(messagesCallback(number, { messages })));
      if (status !== 200) throw new Error(`The callback was answered with ${status}.`);
    },
    phones: sandbox.phones,
    callbackUrl,
    putNumber: async (digits, settings = {}) => {
      const { body } = await sandbox.call('PUT', `/cloud/numbers/${digits}`, settings);
      return { ...(body as unknown as Omit<ProviderNumber, 'digits'>), digits };
    },
    connect: (channelId, number, accountId = 1) => {
      const { waba_id, phone_number_id, access_token: token } = number;
      const body = { channel_id: channelId, waba_id, phone_number_id, token, coexistence: false };
      return service.bus.request(connectNumber, { body }, testContext({ accountId }));
    },
    untilDone: async (jobType) => {
      const left = () =>
        service.query(`SELECT FROM cloud_connector.jobs WHERE type = $1 AND state <> 'done'`, [jobType]);
      await until(async () => (await left()).length === 0, { describe: `every ${jobType} to be done` });
    },
    deliver: async (switches) => void (await sandbox.call('PUT', '/cloud/callbacks', switches)),
    stop: async () => {
      await service.stop();
      await sandbox.stop();
    },
  };
}

/** Signs the bytes of a callback as the provider does. */
export function sign(body: string, secret = APP_SECRET): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** A callback of the field `messages`. */
export function messagesCallback(
  { waba_id, phone_number_id, digits }: ProviderNumber,
  members: object,
  field = 'messages',
): object {
  const metadata = { display_phone_number: digits, phone_number_id };
  const value = { messaging_product: 'whatsapp', metadata, ...members };
  const entry = [{ id: waba_id, changes: [{ field, value }] }];
  return { object: 'whatsapp_business_account', entry };
}

/** A send of a new message that nothing prevents. */
export const newSend = (change?: Partial<ConnectorSend>) => newSendTo(CUSTOMER, change);

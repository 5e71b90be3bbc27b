import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort } from '@chat/local-servers';
import { ApiClient, startTestService, type Credential, type TestService } from '@chat/test-kit';
import type { RunningService } from '@chat/service-kit';
import { createAccount, createApiKey, type CreateAccount, type CreateApiKey } from '@chat/contracts/gateway';
import { gatewayService } from '../service';
import { PASSWORD_COST } from '../sessions/passwords';

/** Specs enter hundreds of passwords. That they cost as much as they should is a matter of `users.int-spec.ts`. */
const CHEAP = 2 ** 6;

/** The gateway under test over real HTTP, with its peers faked on the bus. For `*.int-spec.ts` only. */
export class GatewayUnderTest {
  private constructor(
    readonly service: TestService,
    readonly port: number,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<GatewayUnderTest> {
    jest.replaceProperty(PASSWORD_COST, 'N', CHEAP);
    const port = await freePort();
    const service = await startTestService(gatewayService, { GATEWAY_PORT: String(port), ...environment });
    return new GatewayUnderTest(service, port);
  }

  get bus() {
    return this.service.bus;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts another gateway on the same database; it is stopped with the first at the latest. */
  async startReplica(
    environment: Record<string, string> = {},
  ): Promise<{ url: string; port: number; replica: RunningService }> {
    const port = await freePort();
    const replica = await this.service.startReplica({ GATEWAY_PORT: String(port), ...environment });
    return { url: `http://127.0.0.1:${port}`, port, replica };
  }

  async createAccount(settings: Partial<CreateAccount> = {}): Promise<number> {
    const body = {
      name: 'Spec',
      account_limit: 5,
      device_channels: true,
      cloud_channels: false,
      coexistence: false,
      rate_limit: 100_000,
      ...settings,
    };
    return (await this.bus.request(createAccount, { body })).account.id;
  }

  async createKey(settings: Partial<CreateApiKey> = {}): Promise<Credential> {
    const account_id = settings.account_id ?? (await this.createAccount());
    const body = { allowlist: ['127.0.0.1'], ...settings, account_id };
    const { api_key, client_secret } = await this.bus.request(createApiKey, { body });
    return { clientId: api_key.client_id, clientSecret: client_secret };
  }

  client(credential?: Credential): ApiClient {
    return new ApiClient(this.url, credential);
  }

  /** Sends raw bytes. Resolves to everything received until the gateway closes the connection. */
  sendBytes(...parts: (string | Buffer)[]): Promise<string> {
    return sendBytesTo(this.port, ...parts);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}

/** Sends raw bytes. Resolves to everything received until the server on that port closes the connection. */
export async function sendBytesTo(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  return text(socket);
}

/** The headers of an API key, in their primary spelling. */
export function keyHeaders({ clientId, clientSecret }: Credential): Record<string, string> {
  return { 'client-id': clientId, 'client-secret': clientSecret };
}

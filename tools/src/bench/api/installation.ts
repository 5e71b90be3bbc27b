import { Client } from 'pg';
import { Stack, until, type Credential } from '@chat/testing';
import type { Channel, ChannelStatus, QrCode } from '@chat/contracts/channels';
import { Backlog } from './backlog';
import { seedContacts, seedConversations } from './seed';

/** More a minute than the API lets an administrator give, and than any machine can use up. */
const RATE_LIMIT = 100_000_000;
const PHONE = '12025550100';

/** The product with one account, one linked phone, 10,000 conversations and 10,000 contacts. */
export class Installation {
  private constructor(
    readonly stack: Stack,
    private readonly database: Client,
    readonly backlog: Backlog,
    readonly accountId: number,
    readonly channelId: number,
    readonly credential: Credential,
    readonly rateLimit: number,
  ) {}

  /** @param env settings for every process, over those of the stack. */
  static async start(env: Record<string, string> = {}): Promise<Installation> {
    const stack = await Stack.start({ layout: 'services', durable: true, env });
    const database = new Client({ connectionString: stack.databaseUrl });
    try {
      await database.connect();
      const account = await stack.admin.createAccount({ name: 'Bench' });
      await database.query('UPDATE gateway.accounts SET rate_limit = $1', [RATE_LIMIT]);
      const credential = await stack.admin.createApiKey(account.id);
      const channelId = await linkPhone(stack, credential);
      await seedConversations(database, account.id, channelId);
      await seedContacts(database, account.id);
      const backlog = await Backlog.open(database, stack.observerUrl);
      return new Installation(stack, database, backlog, account.id, channelId, credential, RATE_LIMIT);
    } catch (error) {
      await database.end();
      await stack.stop();
      throw error;
    }
  }

  /** All its processes by name, with the servers it uses. */
  get processIds(): Record<string, number> {
    return Object.fromEntries(this.stack.names.map((name) => [name, this.stack.pid(name)]));
  }

  async stop(): Promise<void> {
    await this.backlog.close();
    await this.database.end();
    await this.stack.stop();
  }
}

async function linkPhone(stack: Stack, credential: Credential): Promise<number> {
  const client = stack.client(credential);
  const { device } = (await client.post<{ device: Channel }>('/v1/devices', { name: 'Bench' })).data;
  const { qr } = (await client.post<QrCode>(`/v1/devices/${device.id}/qr`)).data;
  await stack.sandbox.scan(PHONE, qr!);
  const isConnected = async () => {
    const { data } = await client.get<ChannelStatus>(`/v1/devices/${device.id}/status`);
    return data.connection_status === 'connected';
  };
  await until(isConnected, { describe: 'the channel to be connected' });
  return device.id;
}

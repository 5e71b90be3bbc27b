import type { StreamInfo, StreamUpdateConfig } from 'nats';
import { BusClient, BusConnection, STREAM } from '@chat/bus';
import { ADMIN } from '@chat/bus/users';
import type {
  Account,
  ApiKey,
  CreateAccount,
  CreateDeveloperApp,
  CreatedDeveloperApp,
  UpdateAccount,
  User,
} from '@chat/contracts/gateway';
import {
  createAccount,
  createApiKey,
  createDeveloperApp,
  createUser,
  revokeApiKey,
  updateAccount,
} from '@chat/contracts/gateway';
import type { Role } from '@chat/contracts';
import { systemContext } from '@chat/service-kit';
import type { Credential } from '../api-client';

/** A plan whose limits no test reaches. */
const widePlan = {
  account_limit: -1,
  device_channels: true,
  cloud_channels: true,
  coexistence: true,
  rate_limit: 1_000_000,
};

const anyLoopback = ['127.0.0.0/8', '::1/128'];

/** The admin tool for tests: the same operations. */
export class StackAdmin {
  private constructor(
    private readonly connection: BusConnection,
    /** The NATS connection of the admin tool. */
    readonly natsUrl: string,
    /** For the operations of the admin tool that have no method here. */
    readonly bus: BusClient,
  ) {}

  static async connect(natsUrl: string): Promise<StackAdmin> {
    const connection = await BusConnection.open({ url: natsUrl }, ADMIN);
    return new StackAdmin(connection, natsUrl, new BusClient(connection));
  }

  /** Creates an account without limits, except for the given ones. */
  async createAccount(account: Partial<CreateAccount> = {}): Promise<Account> {
    const body = { name: 'Test account', ...widePlan, ...account };
    return (await this.bus.request(createAccount, systemContext(0), { body })).account;
  }

  async updateAccount(id: number, changes: Omit<UpdateAccount, 'account_id'>): Promise<Account> {
    const body = { account_id: id, ...changes };
    return (await this.bus.request(updateAccount, systemContext(id), { body })).account;
  }

  /** @param password a random one by default. */
  async createUser(accountId: number, email: string, password?: string, role?: Role): Promise<User> {
    const body = { account_id: accountId, email, password, role };
    return (await this.bus.request(createUser, systemContext(accountId), { body })).user;
  }

  /** Creates a key with all scopes (the null list) for any loopback address, except for what is given. */
  async createApiKey(
    accountId: number,
    { scopes = null, allowlist = anyLoopback }: Partial<Pick<ApiKey, 'scopes' | 'allowlist'>> = {},
  ): Promise<Credential> {
    const body = { account_id: accountId, scopes, allowlist };
    const created = await this.bus.request(createApiKey, systemContext(accountId), { body });
    return { clientId: created.api_key.client_id, clientSecret: created.client_secret };
  }

  async createApp(
    accountId: number,
    app: Pick<CreateDeveloperApp, 'redirect_uris'> & Partial<CreateDeveloperApp>,
  ): Promise<CreatedDeveloperApp> {
    const body = { name: 'Test app', public: false, ...app, account_id: accountId };
    return this.bus.request(createDeveloperApp, systemContext(0), { body });
  }

  async revokeApiKey({ clientId }: Credential): Promise<void> {
    await this.bus.request(revokeApiKey, systemContext(0), { body: { client_id: clientId } });
  }

  /** Changes settings of the stream of events. @returns the previous ones. */
  async updateStream(
    change: (info: StreamInfo) => Partial<StreamUpdateConfig>,
  ): Promise<Partial<StreamUpdateConfig>> {
    const { streams } = await this.connection.nats.jetstreamManager({ checkAPI: false });
    const info = await streams.info(STREAM);
    await streams.update(STREAM, change(info));
    return info.config;
  }

  async close(): Promise<void> {
    await this.connection.nats.close();
  }
}

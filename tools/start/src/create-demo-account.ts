import { randomBytes } from 'node:crypto';
import { BusClient, BusConnection } from '@chat/bus/client';
import { ADMIN } from '@chat/bus/users';
import { scopes } from '@chat/contracts';
import { createAccount, createApiKey, createUser } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { readBusAccess, systemContext } from '@chat/service-kit/client';
import type { DemoCredentials } from './demo-account';

/** How often a machine may be too busy with the start itself to answer in time. */
const ATTEMPTS = 5;

/** Creates an account with a key for this machine and a user, with the operations of the admin tool. */
export async function createDemoAccount(natsUrl: string): Promise<DemoCredentials> {
  const access = process.env.NATS_URL ? readBusAccess(process.env) : { url: natsUrl };
  const connection = await BusConnection.open(access, ADMIN);
  try {
    const bus = new BusClient(connection);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await create(bus);
      } catch (error) {
        // An account that nobody uses does no harm.
        if (attempt === ATTEMPTS || !isUnanswered(error)) throw error;
      }
    }
  } finally {
    await connection.drain();
  }
}

function isUnanswered(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return error.code === 'service_unavailable' || error.details.reason === 'outcome_unknown';
}

async function create(bus: BusClient): Promise<DemoCredentials> {
  const { account } = await bus.request(createAccount, systemContext(0), {
    body: {
      name: 'Demo',
      // Each demo leaves its channel.
      account_limit: 100,
      device_channels: true,
      cloud_channels: true,
      coexistence: true,
      rate_limit: 120,
    },
  });
  const { api_key, client_secret } = await bus.request(createApiKey, systemContext(account.id), {
    // Every scope by name: some routes refuse a key without a list of scopes.
    body: { account_id: account.id, scopes: [...scopes], allowlist: ['127.0.0.0/8', '::1/128'] },
  });
  const user = { email: `demo-${account.id}@example.com`, password: randomBytes(12).toString('base64url') };
  await bus.request(createUser, systemContext(account.id), { body: { account_id: account.id, ...user } });
  return { account_id: account.id, client_id: api_key.client_id, client_secret, user };
}

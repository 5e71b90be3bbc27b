import { resolve } from 'node:path';
import { BusClient, BusConnection, userOf, type BusAccess } from '@chat/bus/client';
import { ADMIN, adminPersonOf } from '@chat/bus/users';
import { adminCalls } from '@chat/contracts/bus-use';
import { getAccount, type Account } from '@chat/contracts/gateway';
import type { InputOf, Operation, OutputOf, Plan } from '@chat/contracts';
import { readBusAccess, systemContext } from '@chat/service-kit/client';
import { readStack } from './running-stack';

/** Administration is not tied to an account; the input names the account concerned. */
const NO_ACCOUNT = 0;
const TIMEOUT_MS = 60_000;

/** Requests an operation of the running stack, optionally on behalf of an account. */
export type Ask = <Op extends Operation>(
  operation: Op,
  input: InputOf<Op>,
  account?: Plan & { id: number },
) => Promise<OutputOf<Op>>;

/**
 * Connects to the running stack for the duration of the work.
 * @throws Error that says how to specify the stack when none is found.
 */
export async function withStack<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  return withConnection((connection, user) => {
    const person = adminPersonOf(user);
    const client = new BusClient(connection, adminCalls, person?.name);
    return work((operation, input, account) => {
      if (person?.mayChange === false && operation.effect !== 'read') {
        throw new Error(`The NATS user ${user} may only look. What you asked for is a change.`);
      }
      const context = systemContext(account?.id ?? NO_ACCOUNT, { timeoutMs: TIMEOUT_MS });
      const asked = account ? { ...context, account: { id: account.id, plan: account } } : context;
      return client.request(operation, asked, input);
    });
  });
}

/** Like `withStack`, but with the connection itself instead of operations. */
export async function withConnection<T>(
  work: (connection: BusConnection, user: string) => Promise<T>,
): Promise<T> {
  const access = await findNats();
  const user = userOf(access) ?? ADMIN;
  const person = adminPersonOf(user);
  const name = person ? `${ADMIN}.${person.name}` : ADMIN;
  const connection = await BusConnection.open(access, name).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${why}\nStart the stack with npm start, or set NATS_URL and the credentials of its NATS server.`,
      { cause: error },
    );
  });
  try {
    return await work(connection, user);
  } finally {
    await connection.drain();
  }
}

/**
 * Like `withStack`, for requests on behalf of an account, with its plan.
 * @throws AppError `not_found` if there is no such account: most services do not know which accounts exist, and treat an
 * unknown one as if it had nothing.
 */
export function asAccount<T>(id: number, work: (ask: Ask, account: Account) => Promise<T>): Promise<T> {
  return withStack(async (ask) => work(ask, (await ask(getAccount, { body: { account_id: id } })).account));
}

/**
 * Like `withStack`, for requests that name the account in their input; undefined means all accounts.
 * @throws AppError `not_found` if there is no such account, as `asAccount` does.
 */
export function withAccount<T>(id: number | undefined, work: (ask: Ask) => Promise<T>): Promise<T> {
  return id === undefined ? withStack(work) : asAccount(id, work);
}

/** Makes a single request. */
export const askStack: Ask = (operation, input, account) =>
  withStack((ask) => ask(operation, input, account));

async function findNats(): Promise<BusAccess> {
  if (process.env.NATS_URL || process.env.NATS_URL_FILE) return readBusAccess(process.env);
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  const stack = await readStack(dataDir);
  if (!stack) {
    throw new Error(`No stack was started in ${dataDir}. Run npm start, or set DATA_DIR or NATS_URL.`);
  }
  return { url: stack.nats_url };
}

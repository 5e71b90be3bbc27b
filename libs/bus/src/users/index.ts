import type { Operation } from '@chat/contracts';
import { adminCalls, busUse } from '@chat/contracts/bus-use';
import { operations } from '@chat/contracts/table';
import {
  administratorPermissions,
  hostPermissions,
  observerPermissions,
  servicePermissions,
  type Permissions,
} from './permissions.rules';

export type { Permissions } from './permissions.rules';

/** The user of the admin tool. */
export const ADMIN = 'admin';
/** The user of `standalone`, which hosts all services. */
export const STANDALONE = 'standalone';
/** A user that only reads: for programs of one's own that follow the events, and for measurements. */
export const OBSERVER = 'observer';

const callsOf = new Map([
  ...Object.entries(busUse).map(([name, { calls }]) => [name, calls] as const),
  [ADMIN, adminCalls],
]);
const services = Object.entries(busUse).map(
  ([name, use]) => [name, servicePermissions(name, operations, use, callersOf(name))] as const,
);
const admin = administratorPermissions(ADMIN, adminCalls);

/** What each user of NATS may do, by its name: a user a service, and those of the programs around them. */
export const busUsers: ReadonlyMap<string, Permissions> = new Map([
  ...services,
  // With those of the admin tool, so that one user is enough for a small installation.
  [STANDALONE, hostPermissions([...services.map(([, permissions]) => permissions), admin])],
  [ADMIN, admin],
  [OBSERVER, observerPermissions(OBSERVER)],
]);

/** The variable of the server's environment that holds the password of each user, or its bcrypt hash. */
const passwordVariables: Readonly<Record<string, string>> = Object.fromEntries(
  [...busUsers.keys()].map((name) => [name, `NATS_PASSWORD_${name.toUpperCase().replaceAll('-', '_')}`]),
);

function callersOf(service: string): string[] {
  const isAsked = (calls: readonly Operation[]) =>
    calls.some(({ subject }) => subject.startsWith(`rpc.${service}.`));
  return [...callsOf].filter(([, calls]) => isAsked(calls)).map(([name]) => name);
}

/** The server's default of 2 seconds is short for a process that starts on a busy machine. */
const GREETING_TIMEOUT_S = 10;

/** The users as nats-server's configuration writes them; it holds no secret. */
function configuration(): string {
  const users = [...busUsers].map(([name, permissions]) => userBlock(name, permissions));
  return `authorization {\n  timeout: ${GREETING_TIMEOUT_S}\n  users = [\n${users.join('')}  ]\n}\n`;
}

function userBlock(name: string, { publish, subscribe }: Permissions): string {
  return `    {
      user: "${name}"
      password: $${passwordVariables[name]}
      permissions: {
        publish: { allow: ${list(publish)} }
        subscribe: { allow: ${list(subscribe)} }
      }
    }
`;
}

function list(subjects: readonly string[]): string {
  return `[\n${subjects.map((subject) => `          "${subject}"\n`).join('')}        ]`;
}

/** All of it for a server: the users, and where it finds their passwords. */
export const natsUsers = { configuration: configuration(), passwordVariables };

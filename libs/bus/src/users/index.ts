import type { Operation } from '@chat/contracts';
import { adminCalls, busUse } from '@chat/contracts/bus-use';
import { operations } from '@chat/contracts/table';
import {
  administratorPermissions,
  hostPermissions,
  observerPermissions,
  personPermissions,
  servicePermissions,
  type Permissions,
} from './permissions.rules';

export type { Permissions } from './permissions.rules';

/** The user of the admin tool. */
export const ADMIN = 'admin';
/** The roles of people who have a user of their own for the admin tool: `admin-ada` may do everything, `viewer-ada` may look. */
const personRoles = { admin: { mayChange: true }, viewer: { mayChange: false } } as const;
const PERSON_USER = new RegExp(`^(${Object.keys(personRoles).join('|')})-([a-z0-9-]+)$`);

/** Returns the person of a user's name for the admin tool; undefined for the shared user and for any other. */
export function adminPersonOf(user: string): { name: string; mayChange: boolean } | undefined {
  const [, role, name] = PERSON_USER.exec(user) ?? [];
  if (role === undefined || name === undefined || name === 'next') return undefined;
  return { name, ...personRoles[role as keyof typeof personRoles] };
}

/** The user of `standalone`, which hosts all services. */
export const STANDALONE = 'standalone';
/** A read-only user: for programs of your own that follow the events, and for measurements. */
export const OBSERVER = 'observer';

const callsOf = new Map([
  ...Object.entries(busUse).map(([name, { calls }]) => [name, calls] as const),
  [ADMIN, adminCalls],
]);
const services = Object.entries(busUse).map(
  ([name, use]) => [name, servicePermissions(name, operations, use, callersOf(name))] as const,
);
const admin = administratorPermissions(ADMIN, adminCalls);

/** The permissions of each NATS user, by name: one user per service, and one for each of the other programs. */
export const busUsers: ReadonlyMap<string, Permissions> = new Map([
  ...services,
  // Includes the permissions of the admin tool, so that one user is enough for a small installation.
  [STANDALONE, hostPermissions([...services.map(([, permissions]) => permissions), admin])],
  [ADMIN, admin],
  [OBSERVER, observerPermissions(OBSERVER)],
]);

/** For each user, the variable of the server's environment that holds the password or its bcrypt hash. */
const passwordVariables: Readonly<Record<string, string>> = Object.fromEntries(
  [...busUsers.keys()].map((name) => [name, `NATS_PASSWORD_${name.toUpperCase().replaceAll('-', '_')}`]),
);

function callersOf(service: string): string[] {
  const isAsked = (calls: readonly Operation[]) =>
    calls.some(({ subject }) => subject.startsWith(`rpc.${service}.`));
  return [...callsOf].filter(([, calls]) => isAsked(calls)).map(([name]) => name);
}

/** Returns the user whose password a variable is, if it is a person with the admin tool. */
function personUserOf(variable: string): string | undefined {
  const user = /^NATS_PASSWORD_([A-Z0-9_]+)$/.exec(variable)?.[1]?.toLowerCase().replaceAll('_', '-');
  return user !== undefined && !variable.endsWith('_NEXT') && adminPersonOf(user) ? user : undefined;
}

/** The server's default of 2 seconds is too short for a process that starts on a busy machine. */
const GREETING_TIMEOUT_S = 10;

/**
 * Returns the users in the format of nats-server's configuration.
 * @param passwords passwords or their bcrypt hashes, by variable. They become part of the configuration; all others are
 * read by the server from its environment. The variable of a user with the suffix `_NEXT` adds the user `<name>-next`
 * with the same permissions, so that a service can change its password without an interruption. `NATS_PASSWORD_ADMIN_ADA`
 * and `NATS_PASSWORD_VIEWER_ADA` add users for a person with the admin tool; its shared user is then left out, unless its
 * password is among these.
 * @throws Error for a variable that belongs to no user.
 */
export function natsConfiguration(passwords: ReadonlyMap<string, string> = new Map()): string {
  const people = [...passwords].flatMap(([variable, password]) => {
    const user = personUserOf(variable);
    if (user === undefined) return [];
    const permissions = personPermissions(ADMIN, adminPersonOf(user)!, adminCalls);
    return [userBlock(user, quoted(password), permissions)];
  });
  const isShared = people.length === 0 || passwords.has(passwordVariables[ADMIN]!);
  const shared = [...busUsers].filter(([name]) => name !== ADMIN || isShared);
  const users = shared.flatMap(([name, permissions]) => {
    const variable = passwordVariables[name]!;
    const [password, next] = [passwords.get(variable), passwords.get(`${variable}_NEXT`)];
    return [
      userBlock(name, password === undefined ? `$${variable}` : quoted(password), permissions),
      ...(next === undefined ? [] : [userBlock(`${name}-next`, quoted(next), permissions)]),
    ];
  });
  const known = new Set(
    Object.values(passwordVariables).flatMap((variable) => [variable, `${variable}_NEXT`]),
  );
  const unknown = [...passwords.keys()].find(
    (variable) => !known.has(variable) && personUserOf(variable) === undefined,
  );
  if (unknown !== undefined) throw new Error(`${unknown} is the password of no user.`);
  return `authorization {\n  timeout: ${GREETING_TIMEOUT_S}\n  users = [\n${[...users, ...people].join('')}  ]\n}\n`;
}

function userBlock(name: string, password: string, { publish, subscribe }: Permissions): string {
  return `    {
      user: "${name}"
      password: ${password}
      permissions: {
        publish: { allow: ${list(publish)} }
        subscribe: { allow: ${list(subscribe)} }
      }
    }
`;
}

/** In quotes, the server takes neither digits for a number nor the beginning of a hash for a variable. */
function quoted(password: string): string {
  return JSON.stringify(password);
}

function list(subjects: readonly string[]): string {
  return `[\n${subjects.map((subject) => `          "${subject}"\n`).join('')}        ]`;
}

/** The users' configuration for a server, and the variables that hold their passwords. */
export const natsUsers = { configuration: natsConfiguration(), passwordVariables };

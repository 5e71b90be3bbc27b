import { grantIdOf, type RequestContext } from '@chat/contracts';

/** The credential that registers an endpoint. */
export type Creator = KeyCreator | AppCreator | PersonCreator;

interface KeyCreator {
  type: 'key';
  /** Its client id. */
  id: string;
  name: null;
  grantId: null;
}

interface PersonCreator {
  type: 'user';
  id: string;
  name: string | null;
  grantId: null;
}

interface AppCreator {
  type: 'app';
  /** Its client id. */
  id: string;
  name: string | null;
  /** The grant under which the app acts, and with which the endpoint ends. */
  grantId: number;
}

/** Who asks: the account, by one of its credentials. An app sees its own endpoints only. */
export interface Caller {
  accountId: number;
  /** Null for the system. */
  creator: Creator | null;
}

export function callerOf({ account, credential }: Pick<RequestContext, 'account' | 'credential'>): Caller {
  return { accountId: account.id, creator: creatorOf(credential) };
}

function creatorOf({ type, id, app, person }: RequestContext['credential']): Creator | null {
  switch (type) {
    case 'api_key':
      return { type: 'key', id, name: null, grantId: null };
    case 'bearer':
      // A gateway of the version before does not send the app: the grant stands for it.
      return { type: 'app', id: app?.id ?? id, name: app?.name ?? null, grantId: grantIdOf(id) };
    case 'session':
      return person ? { type: 'user', id: String(person.id), name: person.name, grantId: null } : null;
    // The system, or a kind that a gateway of a later version sends: it acts for the account.
    default:
      return null;
  }
}

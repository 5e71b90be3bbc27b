import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { credsAuthenticator, nkeyAuthenticator, type ConnectionOptions } from 'nats';
import { parseBusUrl } from './bus-url.rules';

/** Where NATS is, and as whom to connect. Credentials of at most one kind. */
export interface BusAccess {
  /** As `parseBusUrl` reads it, with credentials or without. */
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
  /** The private seed of an nkey user (`SU…`). */
  readonly nkeySeed?: string;
  /** The text of a credentials file: a user's JWT and its seed. */
  readonly credentials?: string;
  /** PEM texts. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** On how many servers a cluster keeps the stream of the events, 1 if absent. */
  readonly streamReplicas?: number;
}

/**
 * The options of the client for this access.
 * @throws Error when the URL, the seed or the credentials are none; it does not quote them.
 */
export function connectOptions(access: BusAccess): ConnectionOptions {
  const { servers, tls, user, password, token } = parseBusUrl(access.url);
  return {
    servers: [...servers],
    user: access.user ?? user,
    pass: access.password ?? password,
    token: access.token ?? token,
    authenticator: authenticatorOf(access),
    ...((tls || access.tls) && { tls: { ...access.tls, ...identityOf(servers) } }),
  };
}

/** @throws Error when it is no seed of an nkey user. */
export function checkNkeySeed(seed: string): void {
  attempt(() => nkeyAuthenticator(Buffer.from(seed))('nonce'), 'must be the seed of an nkey user, as in SU…');
}

/** @throws Error when it is not the text of a credentials file. */
export function checkCredentials(text: string): void {
  attempt(
    () => credsAuthenticator(Buffer.from(text))('nonce'),
    'must be the text of a NATS credentials file, with a JWT and a seed',
  );
}

/** @throws Error when one of the texts is not PEM, or the key does not fit the certificate. */
export function checkTls(tls: NonNullable<BusAccess['tls']>): void {
  attempt(() => {
    // What is no certificate would be a trust in nobody, without a word.
    if (tls.ca !== undefined) new X509Certificate(tls.ca);
    createSecureContext(tls);
  }, 'must be PEM, and the key must be that of the certificate');
}

function authenticatorOf({ nkeySeed, credentials }: BusAccess): ConnectionOptions['authenticator'] {
  if (nkeySeed !== undefined) {
    checkNkeySeed(nkeySeed);
    return nkeyAuthenticator(Buffer.from(nkeySeed));
  }
  if (credentials !== undefined) {
    checkCredentials(credentials);
    return credsAuthenticator(Buffer.from(credentials));
  }
  return undefined;
}

/** The client hands no address to the check of the certificate, which would take one for `localhost` instead. */
function identityOf(servers: readonly string[]): { host?: string } {
  const host = servers[0]!.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return isIP(host) ? { host } : {};
}

/** What the libraries say of a bad secret may quote it. */
function attempt(work: () => unknown, problem: string): void {
  try {
    work();
  } catch {
    throw new Error(problem);
  }
}

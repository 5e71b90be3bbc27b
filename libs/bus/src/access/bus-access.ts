import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { credsAuthenticator, nkeyAuthenticator, type ConnectionOptions } from 'nats';
import { parseBusUrl } from './bus-url.rules';

/** The address of NATS and the credentials to connect with, of at most one kind. */
export interface BusAccess {
  /** In the format of `parseBusUrl`, with or without credentials. */
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
  /** The private seed of an nkey user (`SU…`). */
  readonly nkeySeed?: string;
  /** The text of a credentials file: a user's JWT and its seed. */
  readonly credentials?: string;
  /** In PEM format. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** On how many servers of a cluster to keep the stream of events; 1 if absent. */
  readonly streamReplicas?: number;
  /** How many bytes the stream of events may hold; without a limit if absent. */
  readonly streamMaxBytes?: number;
}

/**
 * Returns the client's options for this access.
 * @throws Error if the URL, the seed or the credentials are invalid; it does not quote them.
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

/** Returns the name of the user; undefined for other credentials. */
export function userOf({ user, url }: BusAccess): string | undefined {
  return user ?? parseBusUrl(url).user;
}

/** @throws Error if it is not the seed of an nkey user. */
export function checkNkeySeed(seed: string): void {
  attempt(() => nkeyAuthenticator(Buffer.from(seed))('nonce'), 'must be the seed of an nkey user, as in SU…');
}

/** @throws Error if it is not the text of a credentials file. */
export function checkCredentials(text: string): void {
  attempt(
    () => credsAuthenticator(Buffer.from(text))('nonce'),
    'must be the text of a NATS credentials file, with a JWT and a seed',
  );
}

/** @throws Error if one of the texts is not PEM, or the key does not match the certificate. */
export function checkTls(tls: NonNullable<BusAccess['tls']>): void {
  attempt(() => {
    // Otherwise an invalid CA would silently mean that no server is trusted.
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

/**
 * Returns the host to verify if the server is given by its address: the client passes no address to the certificate
 * check, which would then expect `localhost`.
 */
function identityOf(servers: readonly string[]): { host?: string } {
  const host = servers[0]!.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return isIP(host) ? { host } : {};
}

/** Replaces the errors of libraries, which may quote a bad secret. */
function attempt(work: () => unknown, problem: string): void {
  try {
    work();
  } catch {
    throw new Error(problem);
  }
}

import { errors } from 'undici';
import { ExcessError } from './metered-connection';

/**
 * - `blocked`: the address may not be called; nothing was sent to it
 * - `dns`, `connect`, `tls`: no connection could be made
 * - `timeout`: no complete response in time, at whatever stage
 * - `reset`: the connection closed before the response was complete
 * - `protocol`: the response is not valid HTTP, or it was too long before its status and headers were known
 * - `aborted`: the caller aborted the call
 */
export type OutboundErrorKind =
  'blocked' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'aborted';

const sentences: Record<OutboundErrorKind, string> = {
  blocked: 'This address may not be called. Use an https URL on the public internet.',
  dns: 'The host name could not be resolved. Check its spelling and its DNS records.',
  connect: 'No connection could be made. Check that the server is running and reachable.',
  tls: 'The secure connection failed. Check that the certificate is valid for this host.',
  timeout: 'The server did not answer in time. Answer sooner and do slow work afterwards.',
  reset: 'The server closed the connection before its answer was complete.',
  protocol: 'The server did not answer with valid HTTP of a reasonable size.',
  aborted: 'The call was stopped before the server answered.',
};

/** A call without a complete response. `message` is safe to show to the user who supplied the URL. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly kind: OutboundErrorKind,
    options: { message?: string; cause?: unknown } = {},
  ) {
    super(options.message ?? sentences[kind], { cause: options.cause });
  }
}

/** Classifies an error thrown by undici, a socket or a resolver. */
export function toOutboundError(cause: unknown): OutboundError {
  if (cause instanceof OutboundError) return cause;
  return new OutboundError(kindOf(cause), { cause });
}

function kindOf(cause: unknown): OutboundErrorKind {
  if (cause instanceof errors.ConnectTimeoutError) return 'timeout';
  if (cause instanceof ExcessError || cause instanceof errors.HeadersOverflowError) return 'protocol';
  if (cause instanceof errors.HTTPParserError) return 'protocol';
  if (cause instanceof errors.ResponseContentLengthMismatchError) return 'protocol';

  const code = codeOf(cause);
  if (/^(ENOTFOUND|ENODATA|EAI_|ESERVFAIL|ETIMEOUT|EREFUSED|EBADNAME)/.test(code)) return 'dns';
  if (/^(ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|EINVAL|EACCES|EPERM)$/.test(code))
    return 'connect';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (/CERT|SSL|TLS|ALTNAME|SIGNATURE|ISSUER|EPROTO/.test(code)) return 'tls';
  return 'reset';
}

/**
 * Returns the code of an error. If all addresses of a name fail, Node.js throws an AggregateError with the first code.
 */
function codeOf(cause: unknown): string {
  const hasCode = typeof cause === 'object' && cause !== null && 'code' in cause;
  return hasCode && typeof cause.code === 'string' ? cause.code : '';
}

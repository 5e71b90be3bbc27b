import { WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './types.ts';

/** The headers of a request, in the form that Node, Fetch or a framework provides. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookOptions {
  /** The tolerated difference between the clocks of sender and receiver, in seconds; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The current time, in milliseconds since 1970. */
  readonly now?: number;
}

const PREFIX = 'whsec_';

/**
 * Returns the event of a request to your endpoint after verifying its signature.
 * @param secret the `whsec_…` of the endpoint, or several.
 * @param body the bytes of the request, before anything has parsed them.
 * @throws WebhookVerificationError if the request is not genuine, TypeError for a body that has been parsed.
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { toleranceSeconds = 300, now = Date.now() }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The webhook-timestamp is too far from the time here.');
  const text = textOf(body);
  const content = new Uint8Array(new TextEncoder().encode(`${id}.${timestamp}.${text}`));
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    if (await isSignedBy(one, signatures.split(' '), content)) return JSON.parse(text) as WebhookEvent;
  }
  throw new WebhookVerificationError('No signature is right for the secret.');
}

/** Signatures are of bytes: a framework may have parsed them, and what it made of them has other ones. */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer)
    return new TextDecoder().decode(body as Uint8Array | ArrayBuffer);
  throw new TypeError('Pass the body as it came, as text or bytes, not parsed.');
}

async function isSignedBy(
  secret: string,
  signatures: readonly string[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0) throw new TypeError('The secret of an endpoint is whsec_ and base64.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  for (const signature of signatures) {
    const signed = signature.startsWith('v1,') ? bytesOf(signature.slice('v1,'.length)) : undefined;
    // In constant time.
    if (signed && (await crypto.subtle.verify('HMAC', key, signed, content))) return true;
  }
  return false;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  // Some platforms pass names as they were sent, with capitals.
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

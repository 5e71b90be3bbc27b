import type { HeaderValues } from '../credentials/credential-headers.rules';

const SAFE_METHODS = ['GET', 'HEAD'];
const BODY_TYPES = ['application/json', 'multipart/form-data'];

/** What a browser says of a request. */
export interface BrowserRequest {
  readonly method: string;
  readonly valuesOf: HeaderValues;
  /** As in `https://chat.example.com`. */
  readonly origin: string;
}

/**
 * Whether a request comes from a page of our own. A browser tells by Sec-Fetch-Site, which no page can set; one that does
 * not know it tells by Origin. A change also needs a header and a type of body that no form can send.
 */
export function isOfOwnPage({ method, valuesOf, origin }: BrowserRequest): boolean {
  const site = valuesOf('sec-fetch-site');
  // What somebody types into the address bar has no page.
  if (SAFE_METHODS.includes(method)) return site.every((value) => ['same-origin', 'none'].includes(value));
  if (!isOnly(valuesOf('x-console'), '1')) return false;
  if (!(site.length > 0 ? isOnly(site, 'same-origin') : isOnly(valuesOf('origin'), origin))) return false;
  return valuesOf('content-type').every((type) => BODY_TYPES.includes(mediaTypeOf(type)));
}

/**
 * Whether a browser sends a request for a page of another origin. A browser that keeps a password of HTTP Basic adds it to
 * such requests by itself.
 */
export function isOfOtherPage({ valuesOf, origin }: Omit<BrowserRequest, 'method'>): boolean {
  const site = valuesOf('sec-fetch-site');
  return (
    site.some((value) => !['same-origin', 'none'].includes(value)) ||
    valuesOf('origin').some((value) => value !== origin)
  );
}

function isOnly(values: readonly string[], value: string): boolean {
  return values.length === 1 && values[0] === value;
}

function mediaTypeOf(contentType: string): string {
  return contentType.split(';')[0]!.trim().toLowerCase();
}

import type { IncomingHttpHeaders } from 'node:http';

/** The value of a header, and the first one where it was sent more than once: undici has an array then. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

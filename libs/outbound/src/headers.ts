import type { IncomingHttpHeaders } from 'node:http';

/** Returns the value of a header, or the first one if it was sent repeatedly, since undici then has an array. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

import type { IncomingMessage } from 'node:http';
import type { HeaderValues } from './credential-headers.rules';

const none: readonly string[] = [];

/**
 * Reads the headers of a request as they were sent: Node drops a second Authorization and joins other duplicates with
 * commas.
 */
export function headerValues({ headers, rawHeaders }: IncomingMessage): HeaderValues {
  return (name) => {
    const value = headers[name] as string | undefined;
    if (value === undefined) return none;
    if (name !== 'authorization' && !value.includes(',')) return [value];
    return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name);
  };
}

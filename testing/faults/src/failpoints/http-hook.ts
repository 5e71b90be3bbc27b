import { subscribe } from 'node:diagnostics_channel';
import { reach } from './reach';
import type { Action } from './failpoint';

/** The channels on which undici reports synchronously. */
const moments: Record<string, ['before' | 'after', Action]> = {
  'undici:request:create': ['before', 'http-write'],
  'undici:request:bodySent': ['after', 'http-write'],
  'undici:request:headers': ['before', 'http-read'],
  'undici:request:trailers': ['after', 'http-read'],
};

/** Creates failpoints for every request to an external server and for its answer. */
export function hookHttp(): void {
  for (const [channel, [moment, action]] of Object.entries(moments)) {
    subscribe(channel, (message) => {
      const { request } = message as { request: { method: string } };
      reach(moment, action, [request.method]);
    });
  }
}

import { subscribe } from 'node:diagnostics_channel';
import { reach } from './reach';
import type { Action } from './failpoint';

/** What undici reports, in the moment in which it happens. */
const moments: Record<string, ['before' | 'after', Action]> = {
  'undici:request:create': ['before', 'http-write'],
  'undici:request:bodySent': ['after', 'http-write'],
  'undici:request:headers': ['before', 'http-read'],
  'undici:request:trailers': ['after', 'http-read'],
};

/** Makes failpoints of every request to somebody else's server and of its answer. */
export function hookHttp(): void {
  for (const [channel, [moment, action]] of Object.entries(moments)) {
    subscribe(channel, (message) => {
      const { request } = message as { request: { method: string } };
      reach(moment, action, [request.method]);
    });
  }
}

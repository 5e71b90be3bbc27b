import type { CloseReason } from '@chat/device-sessions/engines';

/** What the network said before a connection ended. */
export interface Farewell {
  tag: 'failure' | 'stream:error';
  /** A number, if it gave one. */
  code: number | null;
  /** Of a stream error about another connection: why. */
  conflict: string | null;
}

/** Translates what the network says into our words. Whatever is not known counts as a line that broke. */
export function reasonOf({ tag, code, conflict }: Farewell): CloseReason {
  if (tag === 'stream:error') {
    if (code === 515) return 'restart_required';
    if (code === 401 || conflict === 'device_removed') return 'logged_out';
    if (conflict === 'replaced') return 'replaced';
    return code === 503 ? 'busy' : 'lost';
  }
  switch (code) {
    case 401:
      return 'logged_out';
    case 402:
      return 'restricted';
    case 403:
      return 'banned';
    case 405:
      return 'client_outdated';
    case 503:
      return 'busy';
    default:
      return 'lost';
  }
}

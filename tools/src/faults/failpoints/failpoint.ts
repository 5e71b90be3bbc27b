/**
 * What a process does to the outside world, at the border of the library that does it:
 * `commit` of a transaction or of a statement on its own; `publish` of an event; `ack` of an event; `request` to and
 * `reply` of a service; `network-write` and `network-read` of a frame of the chat network; `http-write` and `http-read`
 * of a request to, and an answer of, somebody else's server.
 */
export const actions = [
  'commit',
  'publish',
  'ack',
  'request',
  'reply',
  'network-write',
  'network-read',
  'http-write',
  'http-read',
] as const;
export type Action = (typeof actions)[number];

/** A moment in the life of a process at which it can be hurt. */
export interface Failpoint {
  /** The service whose processes reach it. */
  readonly service: string;
  readonly moment: 'before' | 'after';
  readonly action: Action;
  /**
   * What is acted on: a subject, a durable, the type of a frame; of a commit one of the tables that it writes, or all
   * of them in their order, as in `inbox+messages`.
   */
  readonly object: string;
}

/** The moments before and after one action. */
export function around(service: string, action: Action, object: string): Failpoint[] {
  return [
    { service, moment: 'before', action, object },
    { service, moment: 'after', action, object },
  ];
}

/** As in `messaging: before commit of messages`. */
export function nameOf({ service, moment, action, object }: Failpoint): string {
  return `${service}: ${moment} ${action} of ${object}`;
}

/** What the supervisor tells a process. */
export type Order =
  | {
      readonly do: 'arm';
      readonly point: Omit<Failpoint, 'service'>;
      readonly signal: 'SIGKILL' | 'SIGSTOP';
      /** So many times it is passed first. */
      readonly skip: number;
    }
  | { readonly do: 'disarm' }
  /** The wall clock of the process is so far ahead of the machine's. */
  | { readonly do: 'shift-clock'; readonly byMs: number };

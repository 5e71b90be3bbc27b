/**
 * The actions of a process on the outside world, hooked into the libraries that perform them: `commit` of a transaction
 * or of a single statement; `publish` of an event; `ack` of an event; `request` to and `reply` of a service;
 * `network-write` and `network-read` of a frame of the chat network; `http-write` and `http-read` of a request to, and
 * an answer of, an external server.
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

/** A moment at which a process can be killed or paused. */
export interface Failpoint {
  /** The service whose processes reach it. */
  readonly service: string;
  readonly moment: 'before' | 'after';
  readonly action: Action;
  /**
   * The object of the action: a subject, a durable, the type of a frame; for a commit, one of the tables written, or
   * all of them in order, as in `inbox+messages`.
   */
  readonly object: string;
}

/** The failpoints before and after one action. */
export function around(service: string, action: Action, object: string): Failpoint[] {
  return [
    { service, moment: 'before', action, object },
    { service, moment: 'after', action, object },
  ];
}

/** Such as `messaging: before commit of messages`. */
export function nameOf({ service, moment, action, object }: Failpoint): string {
  return `${service}: ${moment} ${action} of ${object}`;
}

/** An order of the supervisor to a process. */
export type Order =
  | {
      readonly do: 'arm';
      readonly point: Omit<Failpoint, 'service'>;
      readonly signal: 'SIGKILL' | 'SIGSTOP';
      /** How many times it is passed first. */
      readonly skip: number;
    }
  | { readonly do: 'disarm' }
  /** How far the wall clock of the process is ahead of the machine's. */
  | { readonly do: 'shift-clock'; readonly byMs: number };

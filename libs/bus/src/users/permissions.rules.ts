import type { Operation } from '@chat/contracts';
import type { BusUse } from '@chat/contracts/bus-use';
import { inboxPrefix, STREAM } from '../subjects';

/** The subjects that a user of NATS may use; everything else is refused. */
export interface Permissions {
  readonly publish: readonly string[];
  /** `<subject>` or `<subject> <queue group>`. */
  readonly subscribe: readonly string[];
}

const API = '$JS.API';

/**
 * A service answers its own operations in its own queue group and to their callers, calls what it declares, publishes and looks up its own
 * events, gives its own notices, hears those that it declares, runs its own consumers, and gets replies in its own inbox.
 */
export function servicePermissions(
  service: string,
  operations: readonly Operation[],
  { calls, consumes, hears = [], erasesEvents = false }: BusUse,
  callers: readonly string[],
): Permissions {
  const owned = operations.filter(({ subject, owner }) => owner && subject.startsWith(`rpc.${service}.`));
  return {
    publish: [
      ...calls.flatMap(subjectsOfCall),
      `evt.${service}.>`,
      `now.${service}.>`,
      ...callers.map((caller) => `${inboxPrefix(caller)}.>`),
      `${API}.INFO`,
      `${API}.STREAM.CREATE.${STREAM}`,
      `${API}.STREAM.INFO.${STREAM}`,
      `${API}.DIRECT.GET.${STREAM}.evt.${service}.>`,
      ...Object.entries(consumes).flatMap(([durable, filter]) => subjectsOfConsumer(durable, filter)),
      ...(erasesEvents ? subjectsOfEraser : []),
    ],
    subscribe: [
      `rpc.${service}.> ${service}`,
      ...owned.map(({ subject }) => `${subject}.*`),
      ...hears.map(({ subject }) => subject),
      `${inboxPrefix(service)}.>`,
    ],
  };
}

/** A program that asks, and that sees and changes the settings of the stream. */
export function administratorPermissions(name: string, calls: readonly Operation[]): Permissions {
  return {
    publish: [
      ...calls.flatMap(subjectsOfCall),
      `${API}.STREAM.INFO.${STREAM}`,
      `${API}.STREAM.UPDATE.${STREAM}`,
    ],
    subscribe: [`${inboxPrefix(name)}.>`],
  };
}

/** A program that listens to all events and sees how far the consumers are, and changes nothing. */
export function observerPermissions(name: string): Permissions {
  return {
    publish: [`${API}.INFO`, `${API}.STREAM.INFO.${STREAM}`, `${API}.CONSUMER.LIST.${STREAM}`],
    subscribe: ['evt.>', `${inboxPrefix(name)}.>`],
  };
}

/** Several programs with one user. */
export function hostPermissions(hosted: readonly Permissions[]): Permissions {
  const union = (lists: (readonly string[])[]) => [...new Set(lists.flat())];
  return {
    publish: union(hosted.map(({ publish }) => publish)),
    subscribe: union(hosted.map(({ subscribe }) => subscribe)),
  };
}

/** A request to the owner of a record ends in that record; while there is none, somebody is asked to claim it. */
function subjectsOfCall({ subject, owner }: Operation): string[] {
  return owner ? [`${subject}.*`, owner.claim] : [subject];
}

/** To read any event, to see what every consumer has acknowledged, and to delete. */
const subjectsOfEraser = [
  `${API}.DIRECT.GET.${STREAM}`,
  `${API}.CONSUMER.LIST.${STREAM}`,
  `${API}.STREAM.MSG.DELETE.${STREAM}`,
];

/** To create it with this filter and no other, to look at it, to pull from it and to acknowledge. */
function subjectsOfConsumer(durable: string, filter: string): string[] {
  return [
    `${API}.CONSUMER.CREATE.${STREAM}.${durable}.${filter}`,
    `${API}.CONSUMER.INFO.${STREAM}.${durable}`,
    `${API}.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
    `$JS.ACK.${STREAM}.${durable}.>`,
  ];
}

import { subjectsOf, type Operation } from '@chat/contracts';
import type { BusUse } from '@chat/contracts/bus-use';
import { byPerson, inboxPrefix, STREAM } from '../subjects';

/** The subjects that a NATS user may use; all others are refused. */
export interface Permissions {
  readonly publish: readonly string[];
  /** `<subject>` or `<subject> <queue group>`. */
  readonly subscribe: readonly string[];
}

const API = '$JS.API';

/**
 * Returns the permissions of a service. It answers its own operations in its own queue group and replies to their
 * callers, calls the operations that it declares, publishes and looks up its own events, sends its own notices,
 * subscribes to those that it declares, runs its own consumers, and receives replies in its own inbox.
 */
export function servicePermissions(
  service: string,
  operations: readonly Operation[],
  { calls, consumes, follows, hears = [], erasesEvents = false, keepsStream = false }: BusUse,
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
      ...(follows === undefined ? [] : subjectsOfFollower),
      ...(erasesEvents ? subjectsOfEraser : []),
      ...(keepsStream ? [`${API}.STREAM.UPDATE.${STREAM}`] : []),
    ],
    subscribe: [
      `rpc.${service}.> ${service}`,
      ...owned.flatMap(subjectsOf).map((subject) => `${subject}.*`),
      ...hears.map(({ subject }) => subject),
      `${inboxPrefix(service)}.>`,
    ],
  };
}

/** Returns the permissions of a program that sends requests, reads and changes the settings of the stream, and sees the consumers' progress. */
export function administratorPermissions(name: string, calls: readonly Operation[]): Permissions {
  return {
    publish: [
      ...calls.flatMap(subjectsOfCall),
      `${API}.STREAM.INFO.${STREAM}`,
      `${API}.STREAM.UPDATE.${STREAM}`,
      `${API}.CONSUMER.LIST.${STREAM}`,
    ],
    subscribe: [`${inboxPrefix(name)}.>`],
  };
}

/**
 * Returns the permissions of a person with the admin tool: the same requests as the tool's shared user has, on subjects that
 * name the person; only those that change nothing, if they may only look.
 */
export function personPermissions(
  tool: string,
  { name, mayChange }: { name: string; mayChange: boolean },
  calls: readonly Operation[],
): Permissions {
  const allowed = calls.filter(({ effect }) => mayChange || effect === 'read');
  return {
    publish: [
      ...allowed.flatMap(subjectsOf).map((subject) => byPerson(subject, name)),
      `${API}.STREAM.INFO.${STREAM}`,
      `${API}.CONSUMER.LIST.${STREAM}`,
      ...(mayChange ? [`${API}.STREAM.UPDATE.${STREAM}`] : []),
    ],
    subscribe: [`${inboxPrefix(`${tool}.${name}`)}.>`],
  };
}

/**
 * Returns the permissions of a program that receives all events and sees the consumers' progress, and changes nothing.
 */
export function observerPermissions(name: string): Permissions {
  return {
    publish: [`${API}.INFO`, `${API}.STREAM.INFO.${STREAM}`, `${API}.CONSUMER.LIST.${STREAM}`],
    subscribe: ['evt.>', `${inboxPrefix(name)}.>`],
  };
}

/** Returns the permissions of a user that several programs share. */
export function hostPermissions(hosted: readonly Permissions[]): Permissions {
  const union = (lists: (readonly string[])[]) => [...new Set(lists.flat())];
  return {
    publish: union(hosted.map(({ publish }) => publish)),
    subscribe: union(hosted.map(({ subscribe }) => subscribe)),
  };
}

/**
 * Returns the subjects of a call. A request to the owner of a record has the record as its last token; while there is
 * no owner, `claim` asks a replica to claim the record.
 */
function subjectsOfCall(operation: Operation): string[] {
  const { owner } = operation;
  const subjects = subjectsOf(operation);
  return owner ? [...subjects.map((subject) => `${subject}.*`), owner.claim] : subjects;
}

/** For creating consumers that deliver to its own inbox and need no acknowledgement, and for their flow control. */
const subjectsOfFollower = [`${API}.CONSUMER.CREATE.${STREAM}`, `$JS.FC.${STREAM}.*.*`];

/** For reading any event, for seeing what every consumer has acknowledged, and for deleting. */
const subjectsOfEraser = [
  `${API}.DIRECT.GET.${STREAM}`,
  `${API}.CONSUMER.LIST.${STREAM}`,
  `${API}.STREAM.MSG.DELETE.${STREAM}`,
];

/**
 * Returns the subjects for creating a consumer with exactly this filter, inspecting it, pulling from it and
 * acknowledging.
 */
function subjectsOfConsumer(durable: string, filter: string): string[] {
  return [
    `${API}.CONSUMER.CREATE.${STREAM}.${durable}.${filter}`,
    `${API}.CONSUMER.INFO.${STREAM}.${durable}`,
    `${API}.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
    `$JS.ACK.${STREAM}.${durable}.>`,
  ];
}

import type { Finding } from './finding';

/** The file of a message in one place that should have it: the network, the message's record, or our store. */
export interface ShownFile {
  /** Identifies the message: its caption, or its id on the network. */
  readonly label: string;
  /** Such as `the network`. */
  readonly where: string;
  /** Null when there are no bytes. */
  readonly sha256: string | null;
}

/**
 * Every place must have the file byte for byte.
 * @param given the digests by message; files of other messages are not judged.
 */
export function judgeFiles(given: ReadonlyMap<string, string>, shown: readonly ShownFile[]): Finding[] {
  return shown.flatMap(({ label, where, sha256 }): Finding[] => {
    const right = given.get(label);
    if (right === undefined || sha256 === right) return [];
    if (sha256 === null) return [{ kind: 'lost', what: `the file of ${label} is not in ${where}` }];
    return [{ kind: 'wrong', what: `the file of ${label} has other bytes in ${where}` }];
  });
}

/** A message of a person with a file. */
export interface CopiedFile {
  readonly chatMessageId: string;
  /** Whether its bytes are still to be copied. */
  readonly isAwaited: boolean;
  /** Whether it reports that its bytes are lost. */
  readonly isLost: boolean;
}

/**
 * Every inbound file must be copied, or have a pending job.
 * @param awaited the messages with a pending job.
 */
export function judgeCopies(copies: readonly CopiedFile[], awaited: ReadonlySet<string>): Finding[] {
  return copies.flatMap(({ chatMessageId, isAwaited, isLost }): Finding[] => {
    if (isLost) return [{ kind: 'lost', what: `the file of ${chatMessageId} was given up` }];
    if (isAwaited && !awaited.has(chatMessageId))
      return [{ kind: 'lost', what: `the file of ${chatMessageId} is pending without a job` }];
    return [];
  });
}

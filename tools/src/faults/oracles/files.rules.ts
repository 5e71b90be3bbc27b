import type { Finding } from './finding';

/** The bytes of a message as one of those has them who should: the network, the message's record, or our store. */
export interface ShownFile {
  /** Names the message: its caption, or its id on the network. */
  readonly label: string;
  /** As in `the network`. */
  readonly where: string;
  /** Null where there are no bytes. */
  readonly sha256: string | null;
}

/**
 * Everybody who has a file has it byte for byte.
 * @param given the digests by the names of the messages; a file that is not among them is judged by nobody.
 */
export function judgeFiles(given: ReadonlyMap<string, string>, shown: readonly ShownFile[]): Finding[] {
  return shown.flatMap(({ label, where, sha256 }): Finding[] => {
    const right = given.get(label);
    if (right === undefined || sha256 === right) return [];
    if (sha256 === null) return [{ kind: 'lost', what: `the file of ${label} is not in ${where}` }];
    return [{ kind: 'wrong', what: `the file of ${label} has other bytes in ${where}` }];
  });
}

/** A message whose file a person sent to us. */
export interface CopiedFile {
  readonly chatMessageId: string;
  /** Whether its bytes are still to come. */
  readonly isAwaited: boolean;
  /** Whether it says that its bytes are lost. */
  readonly isLost: boolean;
}

/**
 * Every file that came in is copied, or somebody has yet to copy it.
 * @param awaited the messages for which a job waits.
 */
export function judgeCopies(copies: readonly CopiedFile[], awaited: ReadonlySet<string>): Finding[] {
  return copies.flatMap(({ chatMessageId, isAwaited, isLost }): Finding[] => {
    if (isLost) return [{ kind: 'lost', what: `the file of ${chatMessageId} was given up` }];
    if (isAwaited && !awaited.has(chatMessageId))
      return [{ kind: 'lost', what: `the file of ${chatMessageId} is awaited, and nobody copies it` }];
    return [];
  });
}

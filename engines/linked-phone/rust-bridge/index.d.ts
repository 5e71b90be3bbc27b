export function md5(bytes: Uint8Array): Uint8Array;

/** @throws RangeError for more than 255 blocks of 32 bytes. */
export function hkdf(
  key: Uint8Array,
  length: number,
  from: { salt?: Uint8Array | null; info?: string | null },
): Uint8Array;

export interface AppStateKeys {
  indexKey: Uint8Array;
  valueEncryptionKey: Uint8Array;
  valueMacKey: Uint8Array;
  snapshotMacKey: Uint8Array;
  patchMacKey: Uint8Array;
}

export function expandAppStateKeys(key: Uint8Array): AppStateKeys;

/** The hash of a set: members come and go without the others being known. */
export class LTHashAntiTampering {
  /**
   * @param base the hash of the set as it is: 128 bytes.
   * @returns its hash without some members and with others.
   */
  subtractThenAdd(base: Uint8Array, subtract: readonly Uint8Array[], add: readonly Uint8Array[]): Uint8Array;
}

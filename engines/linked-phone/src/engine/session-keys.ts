import {
  BufferJSON,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from '@whiskeysockets/baileys';
import type { KeyChange, SessionStore } from '@chat/device-sessions/engines';

/** The library's keys in the session's store. */
export class SessionKeys implements SignalKeyStore {
  /**
   * @param commit stores changes, together with what arrived if they belong to it.
   * @param fail ends the connection at once: the library takes what cannot be read for absent, and replaces it.
   */
  constructor(
    private readonly session: SessionStore,
    private readonly commit: (changes: KeyChange[]) => Promise<void>,
    private readonly fail: () => void,
  ) {}

  async get<T extends keyof SignalDataTypeMap>(
    type: T,
    ids: string[],
  ): Promise<Record<string, SignalDataTypeMap[T]>> {
    const found = await this.session.readKeys(type, ids).catch((error: unknown) => {
      this.fail();
      throw error;
    });
    return Object.fromEntries([...found].map(([id, bytes]) => [id, decode(type, bytes)]));
  }

  async set(data: SignalDataSet): Promise<void> {
    const changes = Object.entries(data).flatMap(([kind, entries]) =>
      Object.entries(entries).map(([id, value]) => ({
        kind,
        id,
        value: value === null || value === undefined ? null : encode(value),
      })),
    );
    if (changes.length > 0) await this.commit(changes);
  }
}

/** Returns a key as it is stored. */
export function encode(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value, BufferJSON.replacer));
}

function decode<T extends keyof SignalDataTypeMap>(type: T, bytes: Uint8Array): SignalDataTypeMap[T] {
  const value = JSON.parse(Buffer.from(bytes).toString(), BufferJSON.reviver) as SignalDataTypeMap[T];
  if (type !== 'app-state-sync-key') return value;
  return proto.Message.AppStateSyncKeyData.fromObject(value as object) as unknown as SignalDataTypeMap[T];
}

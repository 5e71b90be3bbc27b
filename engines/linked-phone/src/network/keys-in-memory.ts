import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys';

/** The keys of one device, in memory. */
export class KeysInMemory implements SignalKeyStore {
  private readonly values = new Map<string, unknown>();

  get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]): Record<string, SignalDataTypeMap[T]> {
    const found = ids.filter((id) => this.values.has(`${type} ${id}`));
    return Object.fromEntries(
      found.map((id) => [id, this.values.get(`${type} ${id}`) as SignalDataTypeMap[T]]),
    );
  }

  set(data: SignalDataSet): void {
    for (const [type, entries] of Object.entries(data))
      for (const [id, value] of Object.entries(entries))
        if (value === null) this.values.delete(`${type} ${id}`);
        else this.values.set(`${type} ${id}`, value);
  }
}

import type { KeyChange, SessionStore } from '../engines/device-engine';

/** What one session keeps, in memory: several connections may share it, as successive owners do. */
export class MemoryStore implements SessionStore {
  /** What `sentContent` knows, by the id of the message. */
  readonly sent = new Map<string, Uint8Array>();
  private readonly keys = new Map<string, Uint8Array>();

  constructor(public state: string | null = null) {}

  saveState(state: string): Promise<void> {
    this.state = state;
    return Promise.resolve();
  }

  readKeys(kind: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = ids.flatMap((id) => {
      const value = this.keys.get(JSON.stringify([kind, id]));
      return value ? [[id, value] as const] : [];
    });
    return Promise.resolve(new Map(found));
  }

  readAllKeys(kind: string): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.readKeys(kind, this.idsOf(kind));
  }

  /** Returns which keys of this kind there are. */
  idsOf(kind: string): string[] {
    const named = [...this.keys.keys()].map((key) => JSON.parse(key) as [string, string]);
    return named.filter(([itsKind]) => itsKind === kind).map(([, id]) => id);
  }

  writeKeys(changes: readonly KeyChange[]): Promise<void> {
    for (const { kind, id, value } of changes) {
      const key = JSON.stringify([kind, id]);
      if (value) this.keys.set(key, value);
      else this.keys.delete(key);
    }
    return Promise.resolve();
  }

  sentContent(chatMessageId: string): Promise<Uint8Array | null> {
    return Promise.resolve(this.sent.get(chatMessageId) ?? null);
  }
}

/** How old a row may be that a request is decided by: what revocation and a change of plan take to be felt. */
const MAX_AGE_MS = 3_000;
/** How long an id that no credential has is not looked up again. Ids are random: a new one never has one that was asked for. */
const UNKNOWN_FOR_MS = 30_000;
const MAX_ENTRIES = 10_000;

interface Entry<T> {
  readonly credential: T;
  readonly staleAt: number;
}

/** Where credentials are looked up by what names them, which is random. */
export interface CredentialSource<T> {
  find(id: string): Promise<T | null>;
}

/**
 * The credentials that requests came with lately, and the ids that none has, apart from each other, so that no number
 * of the latter displaces the former. Requests that miss together share one query.
 */
export class CredentialCache<T> {
  /** Each in the order in which they were looked up. */
  private readonly known = new Map<string, Entry<T>>();
  private readonly unknownUntil = new Map<string, number>();
  private readonly lookups = new Map<string, Promise<T | null>>();

  constructor(private readonly source: CredentialSource<T>) {}

  /** Whether `find` asks the database nothing, or only how a credential that exists has changed. */
  knows(id: string): boolean {
    return this.known.has(id) || this.lookups.has(id) || this.isUnknown(id);
  }

  async find(id: string): Promise<T | null> {
    const entry = this.known.get(id);
    if (entry && entry.staleAt > performance.now()) return entry.credential;
    if (!entry && this.isUnknown(id)) return null;
    return this.lookups.get(id) ?? this.lookUp(id);
  }

  private isUnknown(id: string): boolean {
    return (this.unknownUntil.get(id) ?? 0) > performance.now();
  }

  /** A query that failed is no answer to keep. Whoever waits for it hears of the failure. */
  private lookUp(id: string): Promise<T | null> {
    const asked = performance.now();
    const lookup = this.source
      .find(id)
      .then((credential) => this.keep(id, credential, asked))
      .finally(() => this.lookups.delete(id));
    this.lookups.set(id, lookup);
    return lookup;
  }

  private keep(id: string, credential: T | null, asked: number): T | null {
    this.known.delete(id);
    this.unknownUntil.delete(id);
    if (credential) put(this.known, id, { credential, staleAt: asked + MAX_AGE_MS });
    else put(this.unknownUntil, id, asked + UNKNOWN_FOR_MS);
    return credential;
  }
}

/** Adds an entry; the oldest of too many goes. */
function put<T>(entries: Map<string, T>, id: string, entry: T): void {
  entries.set(id, entry);
  if (entries.size <= MAX_ENTRIES) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}

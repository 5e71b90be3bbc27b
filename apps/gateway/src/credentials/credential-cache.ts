/** The cache TTL of a credential, and so the delay until a revocation or change of plan takes effect. */
export const CREDENTIAL_MAX_AGE_MS = 3_000;
/**
 * How long an unknown id is not looked up again. Ids are random, so a new credential never has an id that was requested
 * before.
 */
const UNKNOWN_FOR_MS = 30_000;
const MAX_ENTRIES = 10_000;

interface Entry<T> {
  readonly credential: T;
  readonly staleAt: number;
}

/** Looks credentials up by their random ids. */
export interface CredentialSource<T> {
  find(id: string): Promise<T | null>;
}

/**
 * Caches the credentials of recent requests, and unknown ids separately, so that any number of the latter cannot evict
 * the former. Concurrent misses share one query.
 */
export class CredentialCache<T> {
  /** Both in the order of their lookups. */
  private readonly known = new Map<string, Entry<T>>();
  private readonly unknownUntil = new Map<string, number>();
  private readonly lookups = new Map<string, Promise<T | null>>();

  constructor(private readonly source: CredentialSource<T>) {}

  /** Whether `find` needs no query, or only one that refreshes a known credential. */
  knows(id: string): boolean {
    return this.known.has(id) || this.lookups.has(id) || this.isUnknown(id);
  }

  async find(id: string): Promise<T | null> {
    const entry = this.known.get(id);
    if (entry && entry.staleAt > performance.now()) return entry.credential;
    if (!entry && this.isUnknown(id)) return null;
    return this.findAnew(id);
  }

  /** Looks up the credential even if it is cached. */
  async findAnew(id: string): Promise<T | null> {
    return this.lookups.get(id) ?? this.lookUp(id);
  }

  private isUnknown(id: string): boolean {
    return (this.unknownUntil.get(id) ?? 0) > performance.now();
  }

  /** A failed query is not cached; it fails for everyone who waits for it. */
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
    if (credential) put(this.known, id, { credential, staleAt: asked + CREDENTIAL_MAX_AGE_MS });
    else put(this.unknownUntil, id, asked + UNKNOWN_FOR_MS);
    return credential;
  }
}

/** Adds an entry and evicts the oldest if there are too many. */
function put<T>(entries: Map<string, T>, id: string, entry: T): void {
  entries.set(id, entry);
  if (entries.size <= MAX_ENTRIES) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}

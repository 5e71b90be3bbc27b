import { Injectable } from '@nestjs/common';
import { CredentialsRepository, type KnownKey } from './credentials.repository';

/** How old a row may be that a request is decided by: what revocation and a change of plan take to be felt. */
const MAX_AGE_MS = 3_000;
/** How long an id that no key has is not looked up again. Ids are random: a new key never has one that was asked for. */
const UNKNOWN_FOR_MS = 30_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly key: KnownKey;
  readonly staleAt: number;
}

/**
 * The keys that requests came with lately, and the ids that no key has, apart from each other, so that no number of
 * the latter displaces the former. Requests that miss together share one query.
 */
@Injectable()
export class CredentialCache {
  /** Each in the order in which they were looked up. */
  private readonly known = new Map<string, Entry>();
  private readonly unknownUntil = new Map<string, number>();
  private readonly lookups = new Map<string, Promise<KnownKey | null>>();

  constructor(private readonly credentials: CredentialsRepository) {}

  /** Whether `find` asks the database nothing, or only how a key that exists has changed. */
  knows(clientId: string): boolean {
    return this.known.has(clientId) || this.lookups.has(clientId) || this.isUnknown(clientId);
  }

  async find(clientId: string): Promise<KnownKey | null> {
    const entry = this.known.get(clientId);
    if (entry && entry.staleAt > performance.now()) return entry.key;
    if (!entry && this.isUnknown(clientId)) return null;
    return this.lookups.get(clientId) ?? this.lookUp(clientId);
  }

  private isUnknown(clientId: string): boolean {
    return (this.unknownUntil.get(clientId) ?? 0) > performance.now();
  }

  /** A query that failed is no answer to keep. Whoever waits for it hears of the failure. */
  private lookUp(clientId: string): Promise<KnownKey | null> {
    const asked = performance.now();
    const lookup = this.credentials
      .find(clientId)
      .then((key) => this.keep(clientId, key, asked))
      .finally(() => this.lookups.delete(clientId));
    this.lookups.set(clientId, lookup);
    return lookup;
  }

  private keep(clientId: string, key: KnownKey | null, asked: number): KnownKey | null {
    this.known.delete(clientId);
    this.unknownUntil.delete(clientId);
    if (key) put(this.known, clientId, { key, staleAt: asked + MAX_AGE_MS });
    else put(this.unknownUntil, clientId, asked + UNKNOWN_FOR_MS);
    return key;
  }
}

/** Adds an entry; the oldest of too many goes. */
function put<T>(entries: Map<string, T>, clientId: string, entry: T): void {
  entries.set(clientId, entry);
  if (entries.size <= MAX_ENTRIES) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}

import { Injectable } from '@nestjs/common';
import { CredentialsRepository, type KnownKey } from './credentials.repository';

/** How old a row may be that a request is decided by: what revocation and a change of plan take to be felt. */
const MAX_AGE_MS = 3_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly key: Promise<KnownKey | null>;
  readonly staleAt: number;
}

/** The keys that requests came with lately, the unknown ones too. Requests that miss together share one query. */
@Injectable()
export class CredentialCache {
  /** In the order in which they were asked for. */
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly credentials: CredentialsRepository) {}

  find(clientId: string): Promise<KnownKey | null> {
    const known = this.entries.get(clientId);
    return known && known.staleAt > performance.now() ? known.key : this.load(clientId);
  }

  private load(clientId: string): Promise<KnownKey | null> {
    const entry: Entry = {
      key: this.credentials.find(clientId),
      staleAt: performance.now() + MAX_AGE_MS,
    };
    // A query that failed is no answer to keep. Whoever waits for it hears of the failure.
    entry.key.catch(() => this.entries.get(clientId) === entry && this.entries.delete(clientId));
    this.entries.delete(clientId);
    this.entries.set(clientId, entry);
    this.forgetOldest();
    return entry.key;
  }

  private forgetOldest(): void {
    if (this.entries.size <= MAX_ENTRIES) return;
    for (const clientId of this.entries.keys()) {
      this.entries.delete(clientId);
      return;
    }
  }
}

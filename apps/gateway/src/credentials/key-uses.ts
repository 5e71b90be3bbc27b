import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import { CredentialsRepository } from './credentials.repository';

const ROUND_MS = 60_000;
const BATCH_SIZE = 1_000;

/** Collects the last use of each key in memory and writes it once a minute, so that no request waits for it. */
@Injectable()
export class KeyUses {
  private readonly used = new Set<string>();

  constructor(
    loops: BackgroundLoops,
    private readonly credentials: CredentialsRepository,
  ) {
    loops.add({ name: 'key-uses', round: () => this.round(), everyMs: ROUND_MS });
  }

  record(clientId: string): void {
    this.used.add(clientId);
  }

  /** A failed round writes nothing; its keys are noted again on their next use. @returns whether there are more. */
  async round(): Promise<boolean> {
    const batch = [...this.used].slice(0, BATCH_SIZE);
    batch.forEach((clientId) => this.used.delete(clientId));
    if (batch.length > 0) await this.credentials.markUsed(batch);
    await this.credentials.forgetFormerSecrets();
    return this.used.size > 0 && batch.length === BATCH_SIZE;
  }
}

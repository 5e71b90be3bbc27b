import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import { RetentionRepository } from './retention.repository';

const EVERY_MS = 10 * 60_000;
const BATCH_SIZE = 1_000;

/** Deletes deliveries after 30 days, in batches that accounts take in turns (ADR 29). */
@Injectable()
export class RetentionService {
  private lastAccount: number | null = null;

  constructor(
    loops: BackgroundLoops,
    private readonly repository: RetentionRepository,
  ) {
    loops.add({ name: 'delivery-retention', round: () => this.round(), everyMs: EVERY_MS });
  }

  /**
   * One batch of the next account. An account with more keeps its turn, since nobody waits for it.
   * @returns whether there may be more.
   */
  private async round(): Promise<boolean> {
    const turn = await this.repository.forgetSome(this.lastAccount, BATCH_SIZE);
    if (turn === null) {
      this.lastAccount = null;
      await this.repository.forgetSecrets();
      return false;
    }
    if (turn.deleted === 0) this.lastAccount = turn.accountId;
    return true;
  }
}

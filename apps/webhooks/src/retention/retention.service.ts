import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import { RetentionRepository, type RetentionPosition } from './retention.repository';

const EVERY_MS = 10 * 60_000;
const BATCH_SIZE = 1_000;

/** Deletes deliveries after 30 days, in batches, one account after another (ADR 29). */
@Injectable()
export class RetentionService {
  private position: RetentionPosition | null = null;

  constructor(
    loops: BackgroundLoops,
    private readonly repository: RetentionRepository,
  ) {
    const round = () => this.round();
    loops.add({ name: 'delivery-retention', round, everyMs: EVERY_MS, isGentle: true });
  }

  /**
   * Processes one batch. An account with more old deliveries is finished before the next one starts.
   * @returns whether there may be more.
   */
  private async round(): Promise<boolean> {
    this.position = await this.repository.forgetSome(this.position, BATCH_SIZE);
    if (this.position !== null) return true;
    await this.repository.forgetSecrets();
    return false;
  }
}

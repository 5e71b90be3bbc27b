import { Injectable } from '@nestjs/common';
import { BackgroundLoops, Transactions } from '@chat/bus';
import { grantEnded } from '@chat/contracts/gateway';
import { GrantsRepository } from './grants.repository';

const POLL_MS = 1_000;
const BATCH_SIZE = 500;

/**
 * Announces the ends of grants to other services. It reads them from the table instead of emitting each where it
 * happens, since grants end in many ways: withdrawn, with their app, with their person's access, and by replicas of the
 * version before.
 */
@Injectable()
export class GrantEnds {
  constructor(
    loops: BackgroundLoops,
    private readonly transactions: Transactions,
    private readonly grants: GrantsRepository,
  ) {
    loops.add({ name: 'grant-ends', round: () => this.round(), everyMs: POLL_MS });
  }

  /** @returns whether there may be more to announce. */
  private async round(): Promise<boolean> {
    const withdrawn = await this.grants.revokeOfDeletedApps(BATCH_SIZE);
    const announced = await this.transactions.run(null, async (tx) => {
      const ended = await this.grants.takeUnannounced(BATCH_SIZE, tx.manager);
      for (const { account_id, id } of ended) {
        const entity = { entity: `grants/${id}`, entityVersion: 1, channelId: null };
        tx.emit(grantEnded, { accountId: account_id, ...entity, data: { grant_id: id } });
      }
      return ended.length;
    });
    return withdrawn === BATCH_SIZE || announced === BATCH_SIZE;
  }
}

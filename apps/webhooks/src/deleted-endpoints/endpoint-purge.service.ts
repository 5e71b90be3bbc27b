import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import { DeletedEndpointsRepository } from './deleted-endpoints.repository';

const POLL_MS = 30_000;
const BATCH_SIZE = 1_000;

/**
 * Removes deleted endpoints with their deliveries, and old tombstones of grants, in batches. After a crash, any replica
 * continues.
 */
@Injectable()
export class EndpointPurgeService {
  constructor(
    loops: BackgroundLoops,
    private readonly endpoints: DeletedEndpointsRepository,
  ) {
    loops.add({ name: 'endpoint-purge', round: () => this.round(), everyMs: POLL_MS });
  }

  /** @returns whether there may be more to delete. */
  private async round(): Promise<boolean> {
    const purged = await this.endpoints.purgeSome(BATCH_SIZE);
    const forgotten = await this.endpoints.forgetSome(BATCH_SIZE);
    const grants = await this.endpoints.forgetGrants(BATCH_SIZE);
    return [purged, forgotten, grants].includes(BATCH_SIZE);
  }
}

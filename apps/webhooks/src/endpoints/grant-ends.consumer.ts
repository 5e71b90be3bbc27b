import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, Notices, on, type Transaction } from '@chat/bus';
import { grantEnded } from '@chat/contracts/gateway';
import { endpointsChanged } from '@chat/contracts/webhooks';
import { EndedGrantsRepository } from './ended-grants.repository';
import { EndpointsRepository } from './endpoints.repository';

/** Deletes the endpoints of an app when the grant that they were registered under ends. */
@Injectable()
export class GrantEndsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly endpoints: EndpointsRepository,
    private readonly endedGrants: EndedGrantsRepository,
    private readonly notices: Notices,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'webhooks-grant-events',
      subject: grantEnded.subject,
      bindings: [on(grantEnded, ({ accountid, data }, tx) => this.end(Number(accountid), data.grant_id, tx))],
    });
  }

  /**
   * An endpoint that is being registered meanwhile was either committed before the lock, and is found here, or it is
   * refused because of the tombstone.
   */
  private async end(accountId: number, grantId: number, tx: Transaction): Promise<void> {
    const { manager } = tx;
    await this.endpoints.lockAccount(accountId, manager);
    await this.endedGrants.add(accountId, grantId, manager);
    for (const endpoint of await this.endpoints.lockOfGrant(accountId, grantId, manager)) {
      await this.endpoints.markDeleted(endpoint, manager);
    }
    tx.afterCommit(() => this.notices.publish(endpointsChanged, accountId));
  }
}

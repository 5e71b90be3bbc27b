import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on, type Transaction } from '@chat/bus';
import type { CloudEvent } from '@chat/contracts';
import { sessionStatusChanged, type SessionSnapshot } from '@chat/contracts/device-sessions';
import { ConnectionsService } from './connections.service';

@Injectable()
export class SessionEventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly connections: ConnectionsService,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'channels-session-status',
      subject: sessionStatusChanged.subject,
      bindings: [on(sessionStatusChanged, (event, tx) => this.applyStatus(event, tx))],
    });
  }

  private async applyStatus(
    { accountid, data }: CloudEvent<SessionSnapshot>,
    tx: Transaction,
  ): Promise<void> {
    await this.connections.applySnapshot(tx, Number(accountid), data);
  }
}

import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { CONNECTORS, connectorsOf, type Connectors } from '../connectors/connectors';
import { MessageProgressService } from '../messages/message-progress.service';
import { toAcceptance, toNewMessage, toReceiptStep } from './connector-events.mapper';

/** Hears from the connectors: what people wrote, and how our own messages fare. */
@Injectable()
export class ConnectorEventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly progress: MessageProgressService,
    @Inject(CONNECTORS) private readonly connectors: Connectors,
  ) {}

  onApplicationBootstrap(): void {
    for (const { service, accepted, receipt, inbound } of connectorsOf(this.connectors)) {
      this.consumers.consume({
        durable: `messaging-${service}`,
        subject: `evt.${service}.message.*`,
        batch: { size: 25, by: 'entity' },
        bindings: [
          on(inbound, ({ accountid, data }, tx) =>
            this.progress.receive(tx, Number(accountid), toNewMessage(data, service)),
          ),
          on(accepted, ({ accountid, data }, tx) =>
            this.progress.advance(tx, Number(accountid), data.message_id, toAcceptance(data)),
          ),
          on(receipt, ({ accountid, data }, tx) =>
            this.progress.advance(tx, Number(accountid), data.message_id, toReceiptStep(data)),
          ),
        ],
      });
    }
  }
}

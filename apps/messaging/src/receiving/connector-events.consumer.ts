import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, onBatch } from '@chat/bus';
import { CONNECTORS, connectorsOf, type Connectors } from '../connectors/connectors';
import { MessageProgressService } from '../messages/message-progress.service';
import { toAcceptance, toMove, toNewMessage, toReceiptStep } from './connector-events.mapper';

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
        batchSize: 64,
        bindings: [
          onBatch([inbound], (events, tx) =>
            this.progress.receive(
              tx,
              events.map((event) => ({ message: toNewMessage(event, service), cause: event })),
            ),
          ),
          onBatch([accepted], (events, tx) =>
            this.progress.moveAll(
              tx,
              events.map((event) => toMove(event, toAcceptance(event.data))),
            ),
          ),
          onBatch([receipt], (events, tx) =>
            this.progress.moveAll(
              tx,
              events.map((event) => toMove(event, toReceiptStep(event.data))),
            ),
          ),
        ],
      });
    }
  }
}

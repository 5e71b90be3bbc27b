import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on, onBatch, onRepeatableBatch, type Transaction } from '@chat/bus';
import type { CloudEvent } from '@chat/contracts';
import type { Connector, EchoData, InboundData, ReceiptsData } from '@chat/contracts/connector';
import { ChangesService } from '../changes/changes.service';
import { CONNECTORS, connectorsOf, type Connectors } from '../connectors/connectors';
import { MediaService } from '../media/media.service';
import { NoticesService } from '../notices/notices.service';
import { MessageProgressService } from '../messages/message-progress.service';
import {
  isChange,
  isMessage,
  isNotice,
  toArrival,
  toChange,
  toEcho,
  toMove,
  toNotice,
} from './connector-events.mapper';

/** Consumes the connectors' events: inbound messages, and the progress of our own. */
@Injectable()
export class ConnectorEventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly progress: MessageProgressService,
    private readonly changes: ChangesService,
    private readonly notices: NoticesService,
    private readonly media: MediaService,
    @Inject(CONNECTORS) private readonly connectors: Connectors,
  ) {}

  onApplicationBootstrap(): void {
    for (const connector of connectorsOf(this.connectors)) {
      const { service, receipts, inbound, echo, media, events } = connector;
      this.consumers.consume({
        durable: `messaging-${service}`,
        subject: events,
        batchSize: 64,
        bindings: [
          // Together, because both lock conversations, which must happen in one order.
          onBatch<InboundData | EchoData>([inbound, echo], (arrived, tx) =>
            this.receive(arrived, connector, tx),
          ),
          on(media, (event, tx) => this.media.settle(event, tx)),
          // A receipt only moves a message forward, so repeating it has no effect.
          onRepeatableBatch(
            [receipts],
            (given) => this.progress.moveAll(given.flatMap(movesOf)),
            (event) => this.salvage(event),
          ),
        ],
      });
    }
  }

  private async receive(
    events: CloudEvent<InboundData | EchoData>[],
    { service, echo }: Connector,
    tx: Transaction,
  ): Promise<void> {
    const arrivals = events
      .filter(isMessage)
      .map((event) =>
        event.type === echo.type
          ? toEcho(event as Parameters<typeof toEcho>[0], service)
          : toArrival(event as Parameters<typeof toArrival>[0], service),
      );
    const changed = await this.progress.receive(tx, arrivals);
    await this.changes.applyTo(changed, tx);
    await this.changes.applyAll(events.filter(isChange).map(toChange), tx);
    const notices = events.filter(isNotice).map((event) => toNotice(event, service));
    await this.notices.applyAll(notices, tx);
  }

  /** A receipt that cannot be applied does not block the others in its batch. */
  private async salvage(event: CloudEvent<ReceiptsData>): Promise<void> {
    const apply = async (receipt: ReceiptsData['receipts'][number]) =>
      this.progress.move(toMove(event, receipt));
    await Promise.allSettled(event.data.receipts.map(apply));
  }
}

function movesOf(event: CloudEvent<ReceiptsData>) {
  return event.data.receipts.map((receipt) => toMove(event, receipt));
}

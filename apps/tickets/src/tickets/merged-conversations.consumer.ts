import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { conversationMerged } from '@chat/contracts/messaging';
import { TicketsRepository } from './tickets.repository';

/** Lets tickets follow their conversation into the one that it was merged into. */
@Injectable()
export class MergedConversationsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly tickets: TicketsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'tickets-merged-conversations',
      subject: conversationMerged.subject,
      bindings: [
        on(conversationMerged, ({ accountid, data: { conversation, merged_id } }, tx) =>
          this.tickets.moveConversation(Number(accountid), merged_id, conversation.id, tx.manager),
        ),
      ],
    });
  }
}

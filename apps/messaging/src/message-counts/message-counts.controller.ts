import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { countMessages, type MessageCounts } from '@chat/contracts/messaging';
import { MessageCountsService } from './message-counts.service';

@Controller()
export class MessageCountsController {
  constructor(private readonly counts: MessageCountsService) {}

  @Handles(countMessages)
  read({ query }: InputOf<typeof countMessages>, { account }: RequestContext): Promise<MessageCounts> {
    return this.counts.read(account.id, query);
  }
}

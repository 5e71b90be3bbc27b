import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { importHistory, type ImportedHistory } from '@chat/contracts/messaging';
import { HistoryService } from './history.service';

@Controller()
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Handles(importHistory)
  async import(
    { body }: InputOf<typeof importHistory>,
    { account }: RequestContext,
  ): Promise<ImportedHistory> {
    return { blobs: await this.history.import(account.id, body) };
  }
}

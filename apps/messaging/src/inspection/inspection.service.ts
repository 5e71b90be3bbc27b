import { Injectable } from '@nestjs/common';
import type { InspectedMessage, InspectMessage } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { toInspectedMessage } from './inspected-message.mapper';
import { InspectionsRepository, type InspectedRow } from './inspections.repository';

/** Explains messages to operators. */
@Injectable()
export class InspectionService {
  constructor(private readonly inspections: InspectionsRepository) {}

  /** @throws AppError `not_found` */
  async inspect({ message_id, account_id }: InspectMessage): Promise<InspectedMessage> {
    const accountId = account_id ?? (await this.inspections.accountOf(message_id));
    const row = accountId === null ? null : await this.inspections.find(accountId, message_id);
    if (!row) throw noSuchMessage(message_id, account_id);
    return toInspectedMessage(row, await this.inspections.events(row.account_id, row.id, changesOf(row)));
  }
}

/** The times when the message changed, each once. */
function changesOf(row: InspectedRow): Date[] {
  const times = [row.created_at, row.sent_at, row.delivered_at, row.read_at, row.failed_at, row.updated_at];
  const distinct = new Set(times.flatMap((time) => (time ? [time.getTime()] : [])));
  return [...distinct].map((time) => new Date(time));
}

function noSuchMessage(id: number, accountId: number | undefined): AppError {
  const where = accountId === undefined ? '' : ` of account ${accountId}`;
  return new AppError('not_found', {
    message:
      `There is no message ${id}${where}. It was refused before it was stored (the log of the gateway has the ` +
      'code, by the request id), its channel is deleted, or its person erased.',
  });
}

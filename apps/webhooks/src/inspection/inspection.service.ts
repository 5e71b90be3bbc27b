import { Injectable } from '@nestjs/common';
import type {
  Backlogs,
  InspectDeliveries,
  InspectedDeliveries,
  InspectedWebhook,
  SurveyedWebhooks,
  SurveyWebhooks,
} from '@chat/contracts/webhooks';
import { AppError } from '@chat/errors';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import { laneStateOf, toAttempt, toInspectedDelivery, toSurveyedWebhook } from './inspection.mapper';
import { InspectionsRepository } from './inspections.repository';

const MOST_ATTEMPTS = 10;

/** Explains endpoints and deliveries to operators. */
@Injectable()
export class InspectionService {
  constructor(private readonly inspections: InspectionsRepository) {}

  async survey(asked: SurveyWebhooks): Promise<SurveyedWebhooks> {
    return { webhooks: (await this.inspections.list(asked)).map(toSurveyedWebhook) };
  }

  /** @throws AppError `not_found` */
  async inspect(id: number): Promise<InspectedWebhook> {
    const row = await this.inspections.find(id);
    if (!row) throw new AppError('not_found', { message: `There is no webhook endpoint ${id}.` });
    const lane = { accountId: row.account_id, webhookId: id };
    const [counts, pendingSince, troubled] = await Promise.all([
      this.inspections.count(lane),
      this.inspections.pendingSince(lane),
      this.inspections.troubled(lane),
    ]);
    return {
      ...toSurveyedWebhook(row),
      events: row.events,
      created_at: toTimestamp(row.created_at),
      updated_at: toTimestamp(row.updated_at),
      ...counts,
      pending_since: toNullableTimestamp(pendingSince),
      lane: laneStateOf(row),
      due_at: toNullableTimestamp(row.due_at),
      last_attempts: (troubled[0]?.attempt_log ?? []).slice(-MOST_ATTEMPTS).map(toAttempt),
      troubled: troubled.map(toInspectedDelivery),
    };
  }

  async deliveriesOf(asked: InspectDeliveries): Promise<InspectedDeliveries> {
    const { account_id: accountId, channel_id: channelId, message_id: messageId, since } = asked;
    const { rows, until } = await this.inspections.ofMessage(
      { accountId, channelId, messageId },
      new Date(since),
    );
    const endpoints = await this.inspections.list({ account_id: accountId });
    return {
      deliveries: rows.map(toInspectedDelivery),
      webhooks: endpoints.map(toSurveyedWebhook),
      searched_until: toNullableTimestamp(until),
    };
  }

  async backlogs(): Promise<Backlogs> {
    const rows = await this.inspections.backlogs();
    return {
      accounts: rows.map(({ account_id, waiting, retrying }) => ({ account_id, waiting, retrying })),
      is_cut: rows[0]?.is_cut ?? false,
    };
  }
}

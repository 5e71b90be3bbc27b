import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { explainMessage, type OwnMessageExplanation } from '@chat/contracts/message-explanation';
import { inspectMessage } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';

const ANSWER_WITHIN_MS = 5_000;

/** What became of a message, from all services, for people of its account. */
@Injectable()
export class MessageExplanationsService {
  constructor(private readonly bus: BusClient) {}

  /** @throws AppError `not_found`, also for what clients no longer see. */
  async explain(id: number, context: RequestContext): Promise<OwnMessageExplanation> {
    const body = { message_id: id, account_id: context.account.id };
    const { message } = await this.bus.request(inspectMessage, context, { body });
    if (message.is_hidden) throw new AppError('not_found');
    const missing: string[] = [];
    const soon = { ...context, deadline: Math.min(context.deadline, Date.now() + ANSWER_WITHIN_MS) };
    const explanation = await explainMessage(
      message,
      (operation, input) => this.bus.request(operation, soon, input),
      (service, _, ask) =>
        ask().catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          missing.push(service);
          return null;
        }),
    );
    return { ...explanation, missing };
  }
}

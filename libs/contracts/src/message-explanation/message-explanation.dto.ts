import { ListOf, Nested, Nullable, Timestamp, Verbatim } from '..';
import { SurveyedChannel } from '../channels';
import { InspectedSend } from '../connector';
import { InspectedMessage } from '../messaging';
import { InspectedDelivery, SurveyedWebhook } from '../webhooks';

/**
 * What the services know of a message, without its content and without secrets. A part is null or empty if there is none, or
 * if its service does not answer.
 */
export class MessageExplanation {
  @Nested(() => InspectedMessage) message!: InspectedMessage;
  @Nullable() @Nested(() => SurveyedChannel) channel!: SurveyedChannel | null;
  @Nullable() @Nested(() => InspectedSend) send!: InspectedSend | null;
  @ListOf(() => InspectedDelivery) deliveries!: InspectedDelivery[];
  /** The account's endpoints, which may get the message's events. */
  @ListOf(() => SurveyedWebhook) webhooks!: SurveyedWebhook[];
  /** Deliveries that were stored later were not searched; null if all were. */
  @Nullable() @Timestamp() searched_until!: string | null;
}

/** For people of the account. */
export class OwnMessageExplanation extends MessageExplanation {
  /** The services that did not answer. */
  @ListOf(Verbatim()) missing!: string[];
}

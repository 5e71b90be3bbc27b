import {
  About,
  Example,
  FilterId,
  Id,
  Int,
  ListOf,
  Moment,
  Nullable,
  OneOf,
  Optional,
  Timestamp,
  Verbatim,
  WhenKnown,
  Word,
} from '..';
import { contentTypes, type ContentType } from '../connector';

/** What a message can become, each at most once. */
export const countedStatuses = ['received', 'sent', 'delivered', 'read', 'failed'] as const;
export type CountedStatus = (typeof countedStatuses)[number];

/** What counts are told apart by. */
export const countDimensions = [
  'chat_account_id',
  'direction',
  'type',
  'status',
  'pricing_category',
] as const;
export type CountDimension = (typeof countDimensions)[number];

@About('How many messages became this in this hour or day. It has the members that `group_by` names.')
export class MessageCount {
  @About('The beginning of the hour or day, in UTC.') @Timestamp() start!: string;
  @About('The channel; also one that was deleted since.') @WhenKnown() @Id() chat_account_id?: number;
  @WhenKnown() @OneOf(['inbound', 'outbound']) direction?: 'inbound' | 'outbound';
  @WhenKnown() @OneOf(contentTypes) type?: ContentType;
  @About(
    'What the messages became: a message that was sent, delivered and read is counted once as each of them.',
  )
  @Example('delivered')
  @WhenKnown()
  @OneOf(countedStatuses)
  status?: CountedStatus;
  @About('The category of the price, as far as the provider had told it by then; null if it had not.')
  @Example('utility')
  @WhenKnown()
  @Nullable()
  @Verbatim()
  pricing_category?: string | null;
  @Example(120) @Int({ min: 0 }) count!: number;
}

export class MessageCountsQuery {
  @About('`hour` for at most 31 days, which are kept for 62; `day` for at most 400 days. Default `day`.')
  @Optional()
  @OneOf(['hour', 'day'])
  granularity?: 'hour' | 'day';
  @About(
    'The first hour or day is the one that contains it. Default: 30 days before `until`, or a day with `hour`.',
  )
  @Optional()
  @Moment()
  since?: string;
  @About('Hours and days that begin from then on are left out. Default: now.')
  @Optional()
  @Moment()
  until?: string;
  @About(
    'What the counts are told apart by, separated by commas: `chat_account_id`, `direction`, `type`, `status`, ' +
      '`pricing_category`. Default `direction,status`.',
  )
  @Example('chat_account_id,status')
  @Optional()
  @Word({ max: 100 })
  group_by?: string;
  @About('Only messages of this channel.') @Optional() @FilterId() chat_account_id?: number;
  @Optional() @OneOf(['inbound', 'outbound']) direction?: 'inbound' | 'outbound';
  @Optional() @OneOf(contentTypes) type?: ContentType;
  @Optional() @OneOf(countedStatuses) status?: CountedStatus;
}

export class MessageCounts {
  @About('Messages are counted since then.') @Timestamp() counted_since!: string;
  @About('In order of time. What was 0 is left out.') @ListOf(() => MessageCount) usage!: MessageCount[];
}

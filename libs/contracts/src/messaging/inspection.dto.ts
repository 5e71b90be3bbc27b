import { Bool, Id, ListOf, Nested, Nullable, OneOf, Optional, Timestamp, Verbatim } from '..';
import { MessageError } from '../connector';
import { messageStatuses, type MessageStatus } from './message.dto';

/** A message of any account. */
export class InspectMessage {
  @Id() message_id!: number;
  /** Saves a search through the accounts. */
  @Optional() @Id() account_id?: number;
}

/** An event that reported a change of the message. */
export class EmittedEvent {
  @Verbatim() event_id!: string;
  @Verbatim() type!: string;
  @Timestamp() created_at!: string;
  /** Null while it waits in the outbox. */
  @Nullable() @Timestamp() published_at!: string | null;
}

export const mediaStates = ['stored', 'awaited', 'lost'] as const;

/** What explains a message to an operator: ids, states, times and codes, but no content, names or numbers. */
export class InspectedMessage {
  @Id() id!: number;
  @Id() account_id!: number;
  @Id() channel_id!: number;
  @Id() conversation_id!: number;
  @OneOf(['inbound', 'outbound']) direction!: 'inbound' | 'outbound';
  @Verbatim() source!: string;
  @Verbatim() type!: string;
  @OneOf(messageStatuses) status!: MessageStatus;
  @Nullable() @Nested(() => MessageError) error!: MessageError | null;
  /** The state of its file; null if it has none. */
  @Nullable() @OneOf(mediaStates) media!: (typeof mediaStates)[number] | null;
  /** The service that handed it over or received it. */
  @Verbatim() connector!: string;
  /** Of the request that sent it; null for others, and for messages of older versions. */
  @Nullable() @Verbatim() request_id!: string | null;
  @Nullable() @Verbatim() trace_id!: string | null;
  /** Who sent it. */
  @Nullable() @Verbatim() credential_type!: string | null;
  @Nullable() @Verbatim() credential_id!: string | null;
  @Timestamp() created_at!: string;
  @Nullable() @Timestamp() sent_at!: string | null;
  @Nullable() @Timestamp() delivered_at!: string | null;
  @Nullable() @Timestamp() read_at!: string | null;
  @Nullable() @Timestamp() failed_at!: string | null;
  @Timestamp() updated_at!: string;
  /** When the connector is asked about its outcome; null if the outcome is known. */
  @Nullable() @Timestamp() settles_at!: string | null;
  /** When the contact last wrote, which opens the care window of Cloud channels. */
  @Nullable() @Timestamp() last_inbound_at!: string | null;
  /** True if its channel is deleted or its person is being erased: clients no longer see it. */
  @Bool() is_hidden!: boolean;
  /** Oldest first. Published events are kept for 3 days. */
  @ListOf(() => EmittedEvent) events!: EmittedEvent[];
}

export class InspectedMessageResult {
  @Nested(() => InspectedMessage) message!: InspectedMessage;
}

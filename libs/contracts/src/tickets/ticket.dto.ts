import {
  About,
  Example,
  FilterId,
  Id,
  IfGiven,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  PageQuery,
  Text,
  Timestamp,
  Verbatim,
  WholeListQuery,
} from '..';

export const ticketStatuses = [
  'open',
  'in_progress',
  'waiting_customer',
  'resolved',
  'closed',
  'reopened',
] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

const worked = ['in_progress', 'waiting_customer', 'resolved', 'closed'] as const;

/** What a ticket of each status can become next. */
export const ticketMoves: Readonly<Record<TicketStatus, readonly TicketStatus[]>> = {
  open: worked,
  in_progress: ['waiting_customer', 'resolved', 'closed'],
  waiting_customer: ['in_progress', 'resolved', 'closed'],
  resolved: ['closed', 'reopened'],
  closed: ['reopened'],
  reopened: worked,
};

export class TicketType {
  @Example(3) @Id() id!: number;
  @Example('delivery') @Text({ max: 50 }) key!: string;
  @Example('Delivery') @Text({ max: 100 }) name!: string;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class TicketTypeResult {
  @Nested(() => TicketType) ticket_type!: TicketType;
}

export class TicketTypeList {
  @ListOf(() => TicketType) ticket_types!: TicketType[];
}

export class ListTicketTypesQuery extends WholeListQuery {}

export class CreateTicketType {
  @Example('delivery') @Text({ max: 50 }) key!: string;
  @Example('Delivery') @Text({ max: 100 }) name!: string;
}

@About('The ticket type, as shown in a ticket.')
export class TypeOfTicket {
  @Example(3) @Id() id!: number;
  @Example('delivery') @Text({ max: 50 }) key!: string;
  @Example('Delivery') @Text({ max: 100 }) name!: string;
}

@About('Customer satisfaction.')
export class Csat {
  @Example(5) @Int({ min: 1, max: 5 }) rating!: number;
  @Nullable() @Verbatim() comment!: string | null;
}

export class Ticket {
  @Example(123) @Id() id!: number;
  @About('For example `TKT-000123`. Numbered per account.')
  @Example('TKT-000123')
  @Verbatim()
  number!: string;
  @Example('Where is my order?') @Text({ max: 255 }) subject!: string;
  @Nullable() @Verbatim() description!: string | null;
  @OneOf(ticketStatuses) status!: TicketStatus;
  @Nested(() => TypeOfTicket) type!: TypeOfTicket;
  @About('Kept when the contact is deleted.') @Example(31) @Nullable() @Id() contact_id!: number | null;
  @Nullable() @Id() conversation_id!: number | null;
  @About('A user of the account.') @Nullable() @Id() assignee_id!: number | null;
  @Nullable() @Nested(() => Csat) csat!: Csat | null;
  @About('Reset to null when the ticket is reopened.') @Nullable() @Timestamp() resolved_at!: string | null;
  @About('Reset to null when the ticket is reopened.') @Nullable() @Timestamp() closed_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class TicketResult {
  @Nested(() => Ticket) ticket!: Ticket;
}

export class TicketList {
  @ListOf(() => Ticket) tickets!: Ticket[];
}

export class ListTicketsQuery extends PageQuery {
  @Optional() @OneOf(ticketStatuses) status?: TicketStatus;
  @Optional() @FilterId() type_id?: number;
  @About('Alias of `type_id`.') @Optional() @FilterId() type?: number;
  @About('The user that the ticket is assigned to.') @Optional() @FilterId() assignee?: number;
  @About('Alias of `assignee`.') @Optional() @FilterId() assigned_agent_id?: number;
  @About(
    "Part of a ticket's number or subject, or of the contact's name or phone number, however it is written. Case and accents are ignored.",
  )
  @Optional()
  @Verbatim({ min: 1, max: 100 })
  search?: string;
}

export class TicketParams {
  @About('For example `TKT-000123`.') @Example('TKT-000123') @Verbatim({ min: 1, max: 30 }) number!: string;
}

export class CreateTicket {
  @About('The key of a ticket type, of which a new account has none.')
  @Example('delivery')
  @Text({ max: 50 })
  type_key!: string;
  @Example('Where is my order?') @Text({ max: 255 }) subject!: string;
  @Optional() @Verbatim({ min: 1, max: 10_000 }) description?: string;
  @Example(31) @Optional() @Id() contact_id?: number;
  @Optional() @Id() conversation_id?: number;
  @About('A user of the account.') @Optional() @Id() assignee_id?: number;
}

@About('Fields that you omit stay unchanged. Null clears a field that may be empty.')
export class UpdateTicket {
  @IfGiven() @Text({ max: 50 }) type_key?: string;
  @IfGiven() @Text({ max: 255 }) subject?: string;
  @IfGiven() @Nullable() @Verbatim({ min: 1, max: 10_000 }) description?: string | null;
  @IfGiven() @Nullable() @Id() contact_id?: number | null;
  @IfGiven() @Nullable() @Id() conversation_id?: number | null;
  @IfGiven() @Nullable() @Id() assignee_id?: number | null;
  @Example('in_progress') @IfGiven() @OneOf(ticketStatuses) status?: TicketStatus;
}

export class RateTicket {
  @Example(5) @Int({ min: 1, max: 5 }) rating!: number;
  @Example('Fast and friendly.') @Optional() @Verbatim({ min: 1, max: 2_000 }) comment?: string;
}

export class TicketEventData {
  @Nested(() => Ticket) ticket!: Ticket;
}

export class TicketStatusChangedData extends TicketEventData {
  @OneOf(ticketStatuses) from_status!: TicketStatus;
  @Example('in_progress') @OneOf(ticketStatuses) to_status!: TicketStatus;
}

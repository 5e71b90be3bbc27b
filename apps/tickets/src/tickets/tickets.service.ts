import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Notices, Transactions, type Transaction } from '@chat/bus';
import type { Pagination, RequestContext } from '@chat/contracts';
import type { Contact } from '@chat/contracts/crm';
import {
  ticketCreated,
  ticketsChanged,
  ticketStatusChanged,
  type CreateTicket,
  type ListTicketsQuery,
  type RateTicket,
  type Ticket,
  type UpdateTicket,
} from '@chat/contracts/tickets';
import { searchText } from '@chat/lists';
import { timeOfChange, Usage } from '@chat/service-kit';
import {
  ContactTextsRepository,
  NO_CONTACT_TEXT,
  type ContactText,
} from '../contact-texts/contact-texts.repository';
import { TicketTypesRepository } from '../ticket-types/ticket-types.repository';
import { requireRatable } from './csat.rules';
import { TicketNumbersRepository } from './ticket-numbers.repository';
import { TicketReferences, type References } from './ticket-references';
import { changesOf, errorsOfChanges, requireKnown, type TicketUpdate } from './ticket-update.rules';
import type { TicketEntity } from './ticket.entity';
import { toTicket } from './ticket.mapper';
import { TicketsRepository } from './tickets.repository';

@Injectable()
export class TicketsService {
  constructor(
    private readonly tickets: TicketsRepository,
    private readonly types: TicketTypesRepository,
    private readonly numbers: TicketNumbersRepository,
    private readonly contactTexts: ContactTextsRepository,
    private readonly references: TicketReferences,
    private readonly transactions: Transactions,
    private readonly usage: Usage,
    private readonly notices: Notices,
  ) {}

  async get(accountId: number, number: string): Promise<Ticket> {
    return this.withType(await this.tickets.get(accountId, number));
  }

  async list(
    accountId: number,
    query: ListTicketsQuery,
  ): Promise<{ tickets: Ticket[]; pagination: Pagination }> {
    const { rows, pagination } = await this.tickets.page(accountId, query);
    const types = await this.types.findByIds(
      accountId,
      rows.map(({ typeId }) => typeId),
    );
    const typeOf = new Map(types.map((type) => [type.id, type]));
    return { tickets: rows.map((ticket) => toTicket(ticket, typeOf.get(ticket.typeId)!)), pagination };
  }

  /** @throws AppError `validation_error` naming each member whose record does not exist; `limit_reached`. */
  async create(body: CreateTicket, context: RequestContext): Promise<Ticket> {
    const accountId = context.account.id;
    const { type, contact, conversation, errors } = await this.references.find(body, context);
    requireKnown(errors);
    return this.usage.add(context, { accountId, limit: 'tickets', amount: 1 }, async (tx) => {
      const { text, textVersion } = await this.holdText(accountId, contact, tx);
      const number = await this.numbers.next(accountId, tx.manager);
      const values = {
        number,
        subject: body.subject,
        description: body.description ?? null,
        status: 'open' as const,
        typeId: type!.id,
        contactId: body.contact_id ?? null,
        conversationId: conversation?.id ?? null,
        assigneeId: body.assignee_id ?? null,
        csatRating: null,
        csatComment: null,
        resolvedAt: null,
        closedAt: null,
        ownText: searchText(number, body.subject),
        contactText: text,
        contactVersion: textVersion,
      };
      const created = await this.tickets.insert(accountId, values, tx.manager);
      const ticket = toTicket(created, type!);
      tx.emit(ticketCreated, { ...occurrenceOf(created), data: { ticket } });
      return ticket;
    });
  }

  /**
   * @throws AppError `validation_error` as for `create`, or `conflict` for a status that cannot follow the current one.
   */
  async update(number: string, body: UpdateTicket, context: RequestContext): Promise<Ticket> {
    const { subject, description, status } = body;
    const { type, conversation, ...found } = await this.references.find(body, context);
    const update = {
      subject,
      description,
      typeId: type?.id,
      contactId: body.contact_id,
      conversationId: conversation?.id ?? body.conversation_id,
      assigneeId: body.assignee_id,
      status,
    };
    return this.change(number, update, context, found);
  }

  /** @throws AppError `conflict` if the ticket cannot be closed in its current status. */
  close(number: string, context: RequestContext): Promise<Ticket> {
    return this.change(number, { status: 'closed' }, context);
  }

  /** @throws AppError `conflict` if the ticket is neither resolved nor closed. */
  reopen(number: string, context: RequestContext): Promise<Ticket> {
    return this.change(number, { status: 'reopened' }, context);
  }

  /** @throws AppError `conflict` unless the ticket is resolved or closed and has no rating yet. */
  rate(number: string, { rating, comment }: RateTicket, context: RequestContext): Promise<Ticket> {
    return this.transactions.run(context, async (tx) => {
      const { manager } = tx;
      const ticket = await this.tickets.lock(context.account.id, number, manager);
      requireRatable(ticket);
      const csat = { csatRating: rating, csatComment: comment ?? null };
      const now = timeOfChange(ticket, new Date());
      this.noteChange(tx, context.account.id);
      const rated = await this.withType(await this.tickets.update(ticket, csat, now, manager), manager);
      recordChange(tx, await this.withType(ticket, manager), rated);
      return rated;
    });
  }

  /** An update without changes succeeds and publishes nothing. */
  private change(
    number: string,
    update: TicketUpdate,
    context: RequestContext,
    { contact, errors }: Pick<References, 'contact' | 'errors'> = { contact: null, errors: {} },
  ): Promise<Ticket> {
    const accountId = context.account.id;
    return this.transactions.run(context, async (tx) => {
      // Lock it before the ticket: consumers of contact events use the same order.
      const { text, textVersion } = await this.holdText(accountId, contact, tx);
      const before = await this.tickets.lock(accountId, number, tx.manager);
      requireKnown(errorsOfChanges(before, update, errors));
      const now = timeOfChange(before, new Date());
      const changes = changesOf(before, update, now);
      const known = await this.withType(before, tx.manager);
      if (Object.keys(changes).length === 0) {
        recordChange(tx, known, known);
        return known;
      }
      const searched = {
        ownText: searchText(number, changes.subject ?? before.subject),
        ...(changes.contactId !== undefined && { contactText: text, contactVersion: textVersion }),
      };
      const after = await this.tickets.update(before, { ...changes, ...searched }, now, tx.manager);
      const ticket = await this.withType(after, tx.manager);
      recordChange(tx, known, ticket);
      const [from_status, to_status] = [before.status, after.status];
      if (from_status !== to_status) {
        const data = { ticket, from_status, to_status };
        tx.emit(ticketStatusChanged, { ...occurrenceOf(after), data });
      } else this.noteChange(tx, accountId);
      return ticket;
    });
  }

  /** Whoever shows tickets learns of what is no event. */
  private noteChange(tx: Transaction, accountId: number): void {
    tx.afterCommit(() => this.notices.publish(ticketsChanged, accountId));
  }

  private async holdText(
    accountId: number,
    contact: Contact | null,
    { manager }: Transaction,
  ): Promise<ContactText> {
    return contact ? this.contactTexts.hold(accountId, contact, manager) : NO_CONTACT_TEXT;
  }

  private async withType(ticket: TicketEntity, manager?: EntityManager): Promise<Ticket> {
    return toTicket(ticket, await this.types.get(ticket.accountId, ticket.typeId, manager));
  }
}

function recordChange(tx: Transaction, before: Ticket, after: Ticket): void {
  tx.record({ target: `tickets/${after.id}`, before, after });
}

function occurrenceOf({ accountId, id, version }: TicketEntity) {
  return { accountId, entity: `tickets/${id}`, entityVersion: version, channelId: null };
}

import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { resolveContact, type Contact } from '@chat/contracts/crm';
import { getUser } from '@chat/contracts/gateway';
import { resolveConversation, type Conversation } from '@chat/contracts/messaging';
import type { UpdateTicket } from '@chat/contracts/tickets';
import { AppError } from '@chat/errors';
import type { TicketTypeEntity } from '../ticket-types/ticket-type.entity';
import { TicketTypesRepository } from '../ticket-types/ticket-types.repository';
import type { ReferenceErrors } from './ticket-update.rules';

type Referring = Pick<UpdateTicket, 'type_key' | 'contact_id' | 'conversation_id' | 'assignee_id'>;

/** The records that a request refers to, as far as a ticket needs them; null if not named or not found. */
export interface References {
  type: TicketTypeEntity | null;
  contact: Contact | null;
  /** The one that the request's id leads to: a merged conversation is named by its old id as well. */
  conversation: Conversation | null;
  /** A message for each member whose record does not exist. */
  errors: ReferenceErrors;
}

/** Looks up the records that tickets refer to, in this service and in others. */
@Injectable()
export class TicketReferences {
  constructor(
    private readonly bus: BusClient,
    private readonly types: TicketTypesRepository,
  ) {}

  /** Looks up all references of a request. @throws AppError `service_unavailable`. */
  async find(referring: Referring, context: RequestContext): Promise<References> {
    const [type, contact, conversation, user] = await Promise.all([
      this.findType(referring, context),
      this.findContact(referring, context),
      this.findConversation(referring, context),
      this.findUser(referring, context),
    ]);
    const errors = {
      ...(type === undefined &&
        unknown('type_key', 'the key of a ticket type', 'GET /v1/ticket-types lists them.')),
      ...(contact === undefined && unknown('contact_id', 'the id of a contact')),
      ...(conversation === undefined && unknown('conversation_id', 'the id of a conversation')),
      ...(user === undefined && unknown('assignee_id', 'the id of a user')),
    };
    return {
      type: type ?? null,
      contact: contact?.contact ?? null,
      conversation: conversation?.conversation ?? null,
      errors,
    };
  }

  // Each returns null if the request names none, and undefined if it does not exist.

  private findType({ type_key: key }: Referring, { account }: RequestContext) {
    return key ? this.types.findByKey(account.id, key) : null;
  }

  private findContact({ contact_id }: Referring, context: RequestContext) {
    return contact_id ? existing(this.bus.request(resolveContact, context, { body: { contact_id } })) : null;
  }

  private findConversation({ conversation_id }: Referring, context: RequestContext) {
    if (!conversation_id) return null;
    return existing(this.bus.request(resolveConversation, context, { body: { conversation_id } }));
  }

  private findUser({ assignee_id }: Referring, context: RequestContext) {
    const body = { account_id: context.account.id, user_id: assignee_id ?? 0 };
    return assignee_id ? existing(this.bus.request(getUser, context, { body })) : null;
  }
}

/** Resolves to undefined for `not_found`. */
async function existing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

function unknown(member: keyof Referring, what: string, advice = ''): ReferenceErrors {
  return { [member]: [`${member} must be ${what} of this account. ${advice}`.trim()] };
}

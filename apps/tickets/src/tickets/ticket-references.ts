import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { getContact, type Contact } from '@chat/contracts/crm';
import { getUser } from '@chat/contracts/gateway';
import { getConversation } from '@chat/contracts/messaging';
import type { UpdateTicket } from '@chat/contracts/tickets';
import { AppError, invalid } from '@chat/errors';

type Referring = Pick<UpdateTicket, 'contact_id' | 'conversation_id' | 'assignee_id'>;

/** The records of other services that a ticket refers to. */
@Injectable()
export class TicketReferences {
  constructor(private readonly bus: BusClient) {}

  /**
   * Asks the services of the records that a request names whether they exist.
   * @returns the contact, null when none is named.
   * @throws AppError `validation_error` naming a member that refers to nothing, or `service_unavailable`.
   */
  async check(
    { contact_id, conversation_id, assignee_id }: Referring,
    context: RequestContext,
  ): Promise<Contact | null> {
    if (conversation_id) {
      const request = this.bus.request(getConversation, context, { body: { conversation_id } });
      await existing(request, 'conversation_id', 'conversation');
    }
    if (assignee_id) {
      const body = { account_id: context.account.id, user_id: assignee_id };
      await existing(this.bus.request(getUser, context, { body }), 'assignee_id', 'user');
    }
    if (!contact_id) return null;
    const request = this.bus.request(getContact, context, { body: { contact_id } });
    return (await existing(request, 'contact_id', 'contact')).contact;
  }
}

async function existing<T>(request: Promise<T>, member: keyof Referring, record: string): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === 'not_found';
    throw isUnknown ? invalid(member, `${member} must be the id of a ${record} of this account.`) : error;
  }
}

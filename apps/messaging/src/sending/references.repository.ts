import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { personKey } from '../people/person.rules';
import { JOIN_CONVERSATION } from '../visibility/survivor';
import { isKept, isVisible } from '../visibility/visible';
import type { Recipient } from './recipients.service';

/** A message that another one may name. */
export interface NameableMessage {
  chat_message_id: string;
  direction: 'inbound' | 'outbound';
  type: string;
  /** The beginning of its text. */
  body: string | null;
}

/** How much of a text an answer repeats, in code points. */
const REPEATED_LENGTH = 1_024;

@Injectable()
export class ReferencesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Finds a message of the recipient's conversation that the network has and that is not deleted. */
  async find(
    accountId: number,
    id: number,
    { channel, ...person }: Recipient,
  ): Promise<NameableMessage | null> {
    const [row]: NameableMessage[] = await this.dataSource.query(
      `SELECT m.chat_message_id, m.direction, m.type, left(m.body, ${REPEATED_LENGTH}) AS body
       FROM messaging.messages m
       ${JOIN_CONVERSATION}
       WHERE m.account_id = $1 AND m.id = $2 AND c.channel_id = $3 AND c.canonical_phone = $4
         AND m.chat_message_id IS NOT NULL AND m.deleted_at IS NULL AND m.status <> 'failed' AND m.type <> 'system'
         AND ${isKept('c')} AND ${isVisible('m')}`,
      [accountId, id, channel.id, personKey(person)],
    );
    return row ?? null;
  }
}

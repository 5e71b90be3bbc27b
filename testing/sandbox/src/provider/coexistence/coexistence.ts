import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import type { PhoneBook } from '../../network/phone-book';
import type { CallbackSender } from '../callbacks/callback-sender';
import type { CallbacksRepository, NewCallback } from '../callbacks/callbacks.repository';
import type { Access, NodeRoute } from '../graph/access';
import { VERSION_PREFIX } from '../graph/graph-api';
import { callbackErrorOf, HISTORY_DECLINED } from '../graph/error-table';
import { GraphError } from '../graph/graph-error';
import { readParams } from '../graph/read-params';
import type { CloudMessagesRepository } from '../messages/cloud-messages.repository';
import { toMetadata } from '../numbers/numbers.mapper';
import type { CloudNumber } from '../numbers/numbers.repository';
import { userIdOf } from '../messages/user-id';
import { toEdit, toRevoke, type MessageMember } from '../people/inbound.rules';
import { waIdOf } from '../wa-id';
import { newWamid } from '../wamid';
import type { Declined, SyncKind, SyncRepository } from './sync.repository';
import { toHistory } from './history.rules';
import type { SharedContact, SharedThread } from './shared';
import { toContactSync } from './sync.rules';

const REQUEST_WINDOW_MS = 24 * 60 * 60 * 1000;

const request = z.object({
  messaging_product: z.literal('whatsapp'),
  sync_type: z.enum(['smb_app_state_sync', 'history']),
});

/** What the owner does in the app: writes, or changes what was written before. */
export type EchoContent =
  | { type: 'text'; text: string }
  | { type: 'edit'; message_id: string; text?: string | undefined }
  | { type: 'revoke'; message_id: string };

export interface Echo {
  /** The person to whom it was written. */
  phone: string;
  content: EchoContent;
  sentAt: Date;
}

export interface CoexistenceParts {
  sync: SyncRepository;
  messages: CloudMessagesRepository;
  callbacks: CallbacksRepository;
  sender: CallbackSender;
  phones: PhoneBook;
}

/** A number that stays in the business app: what the app shares, and what is written in it. */
export class Coexistence {
  constructor(private readonly parts: CoexistenceParts) {}

  /** The business requests the contacts or the history: each once, within a day of its onboarding. */
  async request(number: CloudNumber, kind: SyncKind): Promise<void> {
    if (!number.is_coexistence) throw refusal('The number is not in the WhatsApp Business app.');
    if (number.onboarded_ms_ago > REQUEST_WINDOW_MS) throw refusal('The 24 hours for a sync are over.');
    await this.parts.sync.withState(number.id, async (state, manager) => {
      const isRepeated = kind === 'history' ? state.history_requested : state.contacts_requested;
      if (isRepeated) throw refusal(`${kind} was requested already.`);
      await this.parts.sync.markRequested(number.id, kind, manager);
      const shared = kind === 'history' ? state.threads : state.contacts;
      await this.report(number, kind, shared ?? [], manager);
    });
    this.parts.sender.wake();
  }

  /** Sets what the app has: reported immediately if the business already requested it, otherwise on request. */
  async share(
    number: CloudNumber,
    contacts: SharedContact[],
    threads: SharedThread[] | Declined,
  ): Promise<void> {
    await this.parts.sync.withState(number.id, async (state, manager) => {
      if (contacts.length > 0)
        await this.parts.sync.share(number.id, 'smb_app_state_sync', contacts, manager);
      if (threads.length > 0) await this.parts.sync.share(number.id, 'history', threads, manager);
      if (state.contacts_requested && contacts.length > 0) {
        await this.report(number, 'smb_app_state_sync', contacts, manager);
      }
      if (state.history_requested && threads.length > 0)
        await this.report(number, 'history', threads, manager);
    });
    this.parts.sender.wake();
  }

  /** A message to a person is written or changed in the app. @returns its id. */
  async echo(number: CloudNumber, { phone, content, sentAt }: Echo): Promise<string> {
    const waId = waIdOf(this.parts.phones, phone);
    const { name } = await this.parts.phones.mention(phone);
    const userId = userIdOf(number.account_id, waId);
    const wamid = newWamid(waId, 'out');
    const member = await this.memberOf(number, content);
    await this.parts.messages.inTransaction(async (manager) => {
      await this.parts.messages.insert(
        {
          wamid,
          numberId: number.id,
          waId,
          direction: 'echo',
          reference: null,
          callbackData: null,
          content: member,
          mediaId: null,
          failure: null,
          sentAt,
        },
        manager,
      );
      const echo = {
        from: number.digits,
        to: waId,
        to_user_id: userId,
        id: wamid,
        timestamp: String(Math.floor(sentAt.getTime() / 1000)),
        ...member,
      };
      const contacts = [{ profile: { name }, wa_id: waId, user_id: userId }];
      await this.parts.callbacks.add(
        [callback(number, 'smb_message_echoes', { contacts, message_echoes: [echo] })],
        manager,
      );
    });
    this.parts.sender.wake();
    return wamid;
  }

  private async memberOf(number: CloudNumber, content: EchoContent): Promise<MessageMember> {
    switch (content.type) {
      case 'text':
        return { type: 'text', text: { body: content.text } };
      case 'edit': {
        const original = await this.parts.messages.find(number.id, content.message_id);
        return toEdit(content.message_id, content.text, original?.content ?? null);
      }
      case 'revoke':
        return toRevoke(content.message_id);
    }
  }

  private async report(
    number: CloudNumber,
    kind: SyncKind,
    shared: readonly object[] | Declined,
    manager: EntityManager,
  ): Promise<void> {
    const now = Date.now();
    const values =
      kind === 'history'
        ? historyOf(shared as SharedThread[] | Declined, number, now)
        : toContactSync(shared as SharedContact[], now).map((part) => ({ state_sync: part }));
    await this.parts.callbacks.add(
      values.map((value) => callback(number, kind, value)),
      manager,
    );
  }
}

/** `POST /{number}/smb_app_data`. */
export function coexistenceRoutes(graph: FastifyInstance, access: Access, coexistence: Coexistence): void {
  graph.post<NodeRoute>(`${VERSION_PREFIX}/:node/smb_app_data`, async (call) => {
    const number = await access.number(call);
    const { sync_type: kind } = readParams(request, call.body);
    await coexistence.request(number, kind);
    return { messaging_product: 'whatsapp', request_id: randomBytes(16).toString('hex') };
  });
}

function historyOf(threads: SharedThread[] | Declined, { digits }: CloudNumber, now: number): object[] {
  if (threads !== 'declined') return toHistory(threads, digits, now);
  return [{ history: [{ errors: [callbackErrorOf(HISTORY_DECLINED)] }] }];
}

function callback(number: CloudNumber, field: string, members: object): NewCallback {
  return {
    accountId: number.account_id,
    numberId: number.id,
    field,
    value: { messaging_product: 'whatsapp', metadata: toMetadata(number), ...members },
  };
}

function refusal(sentence: string): GraphError {
  return new GraphError(100, { message: `(#100) ${sentence}`, details: sentence });
}

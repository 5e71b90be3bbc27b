import { setTimeout as delay } from 'node:timers/promises';
import type { FaultBook } from '../../faults/fault-book';
import type { PhoneBook } from '../../network/phone-book';
import type { CallbackSender } from '../callbacks/callback-sender';
import type { CallbacksRepository, NewCallback } from '../callbacks/callbacks.repository';
import { GraphError } from '../graph/graph-error';
import type { CloudNumber } from '../numbers/numbers.repository';
import { toMetadata } from '../numbers/numbers.mapper';
import { isRestricted } from '../numbers/restrictions.rules';
import { dialledDigits } from '../phone-number.rules';
import { waIdOf } from '../wa-id';
import { newWamid } from '../wamid';
import type { Attempts } from './attempts';
import type { CloudMessagesRepository } from './cloud-messages.repository';
import { faultOfNumber } from './endings.rules';
import type { MessageMedia, ReadyMedia } from './message-media';
import type { Pace, Pacing } from './pacing';
import { templateOf, type OutgoingMessage, type ReadReceipt } from './read-message';
import {
  deliveryFailure,
  isWindowOpen,
  planOfEnding,
  planOfFault,
  type SendPlan,
} from './send-outcome.rules';
import { billingOf, toStatus } from './statuses.rules';
import type { SendableTemplate, TemplateSends } from './template-sends';
import { userIdOf } from './user-id';

export interface SendSettings {
  statusDelayMs: number;
  numberPace: Pace | null;
  coexistencePace: Pace | null;
  pairPace: Pace | null;
}

export interface SendParts {
  messages: CloudMessagesRepository;
  callbacks: CallbacksRepository;
  sender: CallbackSender;
  phones: PhoneBook;
  faults: FaultBook;
  attempts: Attempts;
  pacing: Pacing;
  media: MessageMedia;
  templates: TemplateSends;
}

/** The result of a send for the caller: an answer, or a missing one. */
export type SendEnd = { answer: object } | { answer: null; resetsConnection: boolean };

interface Recipient {
  waId: string;
  userId: string;
  inboundMsAgo: number | null;
}

interface Accepted {
  number: CloudNumber;
  recipient: Recipient;
  message: OutgoingMessage;
  template: SendableTemplate | null;
  media: ReadyMedia;
  plan: SendPlan;
}

/** Handles sends as the provider does: checks, accepts, then reports by callback. */
export class SendsService {
  constructor(
    private readonly parts: SendParts,
    private readonly settings: SendSettings,
  ) {}

  /** @throws GraphError when the send is refused in the answer. */
  async send(number: CloudNumber, message: OutgoingMessage): Promise<SendEnd> {
    requireReady(number);
    const recipient = await this.recipientOf(number, message);
    const template = await this.templateOf(number, message);
    requireUnrestricted(number, recipient, template);
    await this.requireContext(number, message);
    const plan = this.planOf(number, recipient, message);
    if (plan.waitMs > 0) await delay(plan.waitMs);
    if (plan.resetFirst) return { answer: null, resetsConnection: true };
    if (plan.refuseWith !== null) throw new GraphError(plan.refuseWith);
    this.requirePace(number, recipient);
    const media = await this.parts.media.prepare(number, message);

    const wamid = await this.accept({ number, recipient, message, template, media, plan });
    this.parts.sender.wake();
    if (plan.answer !== 'promptly') {
      return { answer: null, resetsConnection: plan.answer === 'connection lost' };
    }
    return { answer: toAnswer(message, recipient, wamid) };
  }

  /** The business read a message. The person does not see that, but unknown ids are refused. */
  async read(number: CloudNumber, { messageId, types }: ReadReceipt): Promise<object> {
    const message = await this.parts.messages.find(number.id, messageId);
    if (!message || message.direction !== 'in') {
      throw new GraphError(131009, {
        details: 'Param message_id names no message that this number received.',
      });
    }
    await this.parts.messages.readByBusiness(message);
    if (types) this.parts.phones.showTyping(number.digits, message.wa_id);
    return { success: true };
  }

  private async recipientOf(number: CloudNumber, { to, userId }: OutgoingMessage): Promise<Recipient> {
    const waId = await this.waIdOf(number, to, userId);
    if (waId === waIdOf(this.parts.phones, number.digits)) throw new GraphError(131021);
    const chat = await this.parts.messages.chat(number.id, waId, userIdOf(number.account_id, waId));
    return { waId, userId: chat.user_id, inboundMsAgo: chat.inbound_ms_ago };
  }

  private async waIdOf(number: CloudNumber, to: string | null, userId: string | null): Promise<string> {
    if (userId !== null) {
      const known = await this.parts.messages.personOf(number.id, userId);
      if (known !== null) return known;
      throw new GraphError(131009, { details: 'Param recipient names nobody that this number knows.' });
    }
    const digits = dialledDigits(to ?? '', number.digits);
    if (digits === null) throw new GraphError(131009, { details: 'Param to must be a phone number.' });
    return waIdOf(this.parts.phones, digits);
  }

  private async templateOf(number: CloudNumber, message: OutgoingMessage): Promise<SendableTemplate | null> {
    const template = templateOf(message);
    if (!template) return null;
    if (message.userId !== null) {
      const found = await this.parts.templates.require(number.account_id, template);
      if (found.category === 'AUTHENTICATION') throw new GraphError(131062);
      return found;
    }
    return this.parts.templates.require(number.account_id, template);
  }

  private async requireContext(
    number: CloudNumber,
    { type, content, contextId }: OutgoingMessage,
  ): Promise<void> {
    const wamid = type === 'reaction' ? (content as { message_id: string }).message_id : contextId;
    if (wamid === null || (await this.parts.messages.find(number.id, wamid))) return;
    throw new GraphError(131009, { details: 'Param message_id names no message of this chat.' });
  }

  /** A fault put by a control call takes precedence over that of the number's ending. */
  private planOf(number: CloudNumber, { waId }: Recipient, { reference }: OutgoingMessage): SendPlan {
    const key = `${number.id} ${waId} ${reference ?? ''}`;
    const id = reference === null ? newWamid(waId, 'out') : key;
    const fault = this.parts.faults.take({ id, to: waId, reference: reference ?? '' });
    if (fault) return planOfFault(fault);
    const ending = faultOfNumber(waId);
    return planOfEnding(ending, ending ? this.parts.attempts.next(key) : 1);
  }

  private requirePace(number: CloudNumber, { waId }: Recipient): void {
    const { numberPace, coexistencePace, pairPace } = this.settings;
    const now = performance.now();
    const ofNumber = number.is_coexistence ? coexistencePace : numberPace;
    if (ofNumber && !this.parts.pacing.take(number.id, ofNumber, now)) throw new GraphError(130429);
    if (pairPace && !this.parts.pacing.take(`${number.id} ${waId}`, pairPace, now))
      throw new GraphError(131056);
  }

  /** Commits the message and its statuses before the caller gets an answer. */
  private async accept(accepted: Accepted): Promise<string> {
    const { number, recipient, message, template, media, plan } = accepted;
    const wamid = newWamid(recipient.waId, 'out');
    const person = await this.parts.phones.mention(recipient.waId);
    this.parts.phones.endTyping(number.digits, recipient.waId);
    const failure =
      plan.failWith !== null
        ? { code: plan.failWith }
        : deliveryFailure({
            isTemplate: template !== null,
            templateCategory: template?.category ?? null,
            inboundMsAgo: recipient.inboundMsAgo,
            isRegistered: person.registered,
            hasStoppedMarketing: person.marketing === 'stop',
            mediaProblem: media.problem,
          });
    await this.parts.messages.inTransaction(async (manager) => {
      await this.parts.messages.insert(
        {
          wamid,
          numberId: number.id,
          waId: recipient.waId,
          direction: 'out',
          reference: message.reference,
          callbackData: message.callbackData,
          content: {
            type: message.type,
            [message.type]: message.content,
            ...(template && { shown: template.shown }),
            ...(message.contextId !== null && { context: { message_id: message.contextId } }),
          },
          mediaId: media.mediaId,
          failure: failure?.code ?? null,
          sentAt: new Date(),
        },
        manager,
      );
      await this.parts.callbacks.add(this.statusesOf(accepted, wamid, failure), manager);
    });
    return wamid;
  }

  private statusesOf(
    { number, recipient, message, template, plan }: Accepted,
    wamid: string,
    failure: { code: number; details?: string } | null,
  ): NewCallback[] {
    const facts = {
      wamid,
      waId: recipient.waId,
      userId: recipient.userId,
      reference: message.callbackData,
      ...billingOf(template?.category ?? null),
    };
    const at = Date.now() + plan.statusDelayMs;
    const steps = failure ? (['failed'] as const) : (['sent', 'delivered'] as const);
    const callbacks = steps.map((status, step) => ({
      accountId: number.account_id,
      numberId: number.id,
      field: 'messages',
      delayMs: plan.statusDelayMs + this.settings.statusDelayMs * (step + 1),
      value: {
        messaging_product: 'whatsapp',
        metadata: toMetadata(number),
        ...(status !== 'failed' && { contacts: [{ wa_id: recipient.waId, user_id: recipient.userId }] }),
        statuses: [
          toStatus({ ...facts, ...failure, status, at: at + this.settings.statusDelayMs * (step + 1) }),
        ],
      },
    }));
    return callbacks.flatMap((callback) => Array<NewCallback>(plan.statusCopies).fill(callback));
  }
}

function requireUnrestricted(
  { restrictions }: CloudNumber,
  { inboundMsAgo }: Recipient,
  template: SendableTemplate | null,
): void {
  const message = { templateCategory: template?.category ?? null, isWindowOpen: isWindowOpen(inboundMsAgo) };
  if (isRestricted(restrictions, message, new Date())) throw new GraphError(131031);
}

function requireReady(number: CloudNumber): void {
  if (!number.is_registered) throw new GraphError(133010);
}

function toAnswer({ to, userId, type }: OutgoingMessage, recipient: Recipient, wamid: string): object {
  return {
    messaging_product: 'whatsapp',
    contacts: [
      userId === null
        ? { input: to, wa_id: recipient.waId, user_id: recipient.userId }
        : { input: userId, user_id: recipient.userId },
    ],
    messages: [{ id: wamid, ...(type === 'template' && { message_status: 'accepted' }) }],
  };
}

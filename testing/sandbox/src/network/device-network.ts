import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Batcher } from '@chat/flow';
import { closeCodes, refusalCodes, type EngineMessage } from '@chat/device-network';
import { wasRolledBack, type Logger } from '@chat/service-kit';
import type { FaultBook } from '../faults/fault-book';
import { firstReceipt } from '../faults/receipt.rules';
import type { MediaShelf } from '../media/media-shelf';
import { Refusal } from '../refusal';
import type { DeliveriesRepository } from './deliveries.repository';
import { DeliveryPump } from './delivery-pump';
import { EngineConnection, type EngineListener } from './engine-connection';
import type { Link, LinksRepository } from './links.repository';
import type { MessagesRepository, NewMessage, WaitingDelivery } from './messages.repository';
import { PairingRoom, type QrTimings } from './pairing-room';
import type { PhoneBook } from './phone-book';

const SLOW_MS = 2_000;
/** Maximum number of messages stored in one statement. */
const WRITTEN_AT_ONCE = 100;

type From<T extends EngineMessage['type']> = Extract<EngineMessage, { type: T }>;

export interface NetworkParts {
  links: LinksRepository;
  messages: MessagesRepository;
  deliveries: DeliveriesRepository;
  phones: PhoneBook;
  shelf: MediaShelf;
  faults: FaultBook;
  logger: Logger;
}

/** The phones' network, as engines see it. */
export class DeviceNetwork implements EngineListener {
  private readonly room: PairingRoom;
  private readonly connections = new Set<EngineConnection>();
  private readonly loggedIn = new Map<number, EngineConnection>();
  private readonly written: Batcher<NewMessage, WaitingDelivery[]>;

  /** The phones whose line is down, with the time until when. */
  private readonly downUntil = new Map<string, number>();

  constructor(
    private readonly parts: NetworkParts,
    timings: QrTimings,
  ) {
    this.room = new PairingRoom(timings);
    this.written = new Batcher((batch) => this.parts.messages.write(batch), {
      size: WRITTEN_AT_ONCE,
      changedNothing: wasRolledBack,
    });
  }

  accept(socket: WebSocket): void {
    this.connections.add(new EngineConnection(socket, this));
  }

  /** The phone scans a QR code. @returns false when no connection currently shows that code. */
  async linkByRef(digits: string, ref: string): Promise<boolean> {
    return this.link(digits, this.room.takeByRef(ref));
  }

  /** The phone's owner types in a code. @returns false when no connection has that code for this phone. */
  async linkByCode(digits: string, code: string): Promise<boolean> {
    return this.link(digits, this.room.takeByCode(code, digits));
  }

  /** The phone's owner removes all linked devices. @returns how many. */
  async unlink(digits: string): Promise<number> {
    const links = await this.parts.links.findByPhone(digits);
    await this.removeLinks(links.map((link) => link.id));
    return links.length;
  }

  /** Ends the connections of the phone's linked devices. @returns how many. */
  async disconnect(digits: string, code: number): Promise<number> {
    return this.eachConnection(digits, (connection) => connection.close(code, 'Ended by the control API'));
  }

  /** Breaks the connections of the phone's linked devices, which cannot log in for that time. @returns how many. */
  async breakLine(digits: string, ms: number): Promise<number> {
    this.downUntil.set(digits, performance.now() + ms);
    return this.eachConnection(digits, (connection) => connection.reset());
  }

  /** Keeps the connections of the phone's linked devices open, but silent for that time. @returns how many. */
  async silenceLine(digits: string, ms: number): Promise<number> {
    return this.eachConnection(digits, (connection) => connection.keepSilent(ms));
  }

  /** Replaces all QR codes that are shown now. @returns how many. */
  retireCodes(): number {
    return this.room.retire();
  }

  /** Tells the phone's linked devices whether it may start new chats. */
  async tellRestriction(digits: string): Promise<void> {
    await this.eachConnection(digits, (connection) => {
      if (!this.sayRestriction(connection, digits)) {
        connection.send({ type: 'restricted', until_ms: null, lifted: true });
      }
    });
  }

  /** A person sends a message. @returns false when the recipient's phone has no linked device. */
  async write(message: NewMessage): Promise<boolean> {
    const waiting = await this.written.add({ ...message, sender: this.parts.phones.namesOf(message.from) });
    this.carry(waiting);
    return waiting.length > 0;
  }

  /** The owner writes a message on the phone itself. @returns false when it has no linked device. */
  async echo(message: NewMessage): Promise<boolean> {
    const waiting = await this.parts.messages.echo(this.named(message));
    this.carry(waiting);
    return waiting.length > 0;
  }

  /** The phone could not read a message. @returns false when no linked device sent it such a message. */
  async askAgain(digits: string, chatMessageId: string): Promise<boolean> {
    const waiting = await this.parts.messages.askAgain(digits, chatMessageId);
    this.carry(waiting);
    return waiting.length > 0;
  }

  /** Tells the pumps of these linked devices that there may be something to deliver. */
  wake(linkIds: number[]): void {
    linkIds.forEach((linkId) => this.loggedIn.get(linkId)?.login?.pump.wake());
  }

  stop(): void {
    this.connections.forEach((connection) => connection.reset());
  }

  async onMessage(connection: EngineConnection, message: EngineMessage): Promise<void> {
    switch (message.type) {
      case 'hello':
        if (message.credentials === null) return this.room.enter(connection);
        return this.logIn(connection, message.credentials);
      case 'request_pairing_code':
        return this.createCode(connection, message.phone);
      case 'look_up':
        return this.lookUp(connection, message);
      case 'send':
        return this.send(connection, message);
      case 'resend':
        return this.resend(connection, message);
      case 'received':
        return connection.login?.pump.confirm(message.deliveries);
      case 'read':
        return this.read(connection, message);
      case 'typing':
        return this.showTyping(connection, message);
      case 'renew_media':
        return this.renewMedia(connection, message);
      case 'log_out':
        if (connection.login) await this.removeLinks([connection.login.link.id]);
    }
  }

  onClose(connection: EngineConnection): void {
    this.connections.delete(connection);
    this.room.leave(connection);
    const linkId = connection.login?.link.id;
    if (linkId !== undefined && this.loggedIn.get(linkId) === connection) this.loggedIn.delete(linkId);
  }

  onError(error: unknown): void {
    this.parts.logger.error({ error }, 'a connection failed');
  }

  private async eachConnection(digits: string, act: (connection: EngineConnection) => void): Promise<number> {
    const links = await this.parts.links.findByPhone(digits);
    const connections = links.flatMap((link) => this.loggedIn.get(link.id) ?? []);
    connections.forEach(act);
    return connections.length;
  }

  private async link(digits: string, connection: EngineConnection | null): Promise<boolean> {
    if (!connection) return false;
    if (this.parts.phones.demandsPasskey(digits)) {
      connection.send({ type: 'passkey_required' });
      connection.close(closeCodes.connectionClosed, 'The phone demands a passkey');
      throw new Refusal(
        409,
        'The phone demands a passkey, which the device could not give, so it was not linked.',
      );
    }
    connection.send({ type: 'paired', credentials: await this.parts.links.create(digits) });
    connection.close(closeCodes.restartRequired, 'Log in with the credentials');
    return true;
  }

  private createCode(connection: EngineConnection, phone: string): void {
    if (this.parts.phones.reached(phone) === null) {
      return connection.send({ type: 'pairing_refused', message: 'The network does not know this number' });
    }
    const made = this.room.createCode(connection, phone);
    if (!made) return connection.reset();
    connection.send({ type: 'pairing_code', code: made.code, lives_ms: made.livesMs });
  }

  private async removeLinks(linkIds: number[]): Promise<void> {
    await this.parts.links.remove(linkIds);
    linkIds.forEach((linkId) => this.loggedIn.get(linkId)?.close(closeCodes.loggedOut, 'Device removed'));
  }

  private async logIn(connection: EngineConnection, credentials: string): Promise<void> {
    const link = await this.parts.links.findByCredentials(credentials);
    if (!connection.isOpen) return;
    if (!link) return connection.close(closeCodes.loggedOut, 'No such linked device');
    if ((this.downUntil.get(link.phone_digits) ?? 0) > performance.now()) return connection.reset();

    this.loggedIn.get(link.id)?.close(closeCodes.connectionReplaced, 'Logged in elsewhere');
    this.loggedIn.set(link.id, connection);
    const pump = new DeliveryPump(
      link.id,
      this.parts.deliveries,
      (message) => connection.send(message),
      (error) => this.onError(error),
    );
    connection.login = { link, pump };
    connection.send({ type: 'open', phone_number: link.phone_digits });
    this.sayRestriction(connection, link.phone_digits);
    pump.wake();
  }

  /** @returns false when the phone is not restricted, and nothing was said. */
  private sayRestriction(connection: EngineConnection, digits: string): boolean {
    const until = this.parts.phones.restrictedUntil(digits, Date.now());
    if (until === null) return false;
    connection.send({ type: 'restricted', until_ms: Number.isFinite(until) ? until : null });
    return true;
  }

  private lookUp(connection: EngineConnection, { id, phones }: From<'look_up'>): void {
    if (!connection.login) return connection.reset();
    const people = phones.map((phone) => {
      const digits = this.parts.phones.addressOf(phone);
      const isRegistered = this.parts.phones.isRegistered(digits);
      const { userId = null } = this.parts.phones.namesOf(digits);
      return { phone, address: isRegistered ? digits : null, user_id: isRegistered ? userId : null };
    });
    connection.send({ type: 'found', id, people });
  }

  private async read(connection: EngineConnection, { id, ids }: From<'read'>): Promise<void> {
    if (!connection.login) return connection.reset();
    const digits = connection.login.link.phone_digits;
    const { linkIds } = await (ids
      ? this.parts.messages.readThese(digits, ids)
      : this.parts.messages.readUpTo(digits, id));
    this.wake(linkIds);
    connection.send({ type: 'read_ack', id });
  }

  private showTyping(connection: EngineConnection, { to }: From<'typing'>): void {
    if (!connection.login) return connection.reset();
    const person = this.parts.phones.reached(to);
    if (person !== null) this.parts.phones.showTyping(connection.login.link.phone_digits, person);
  }

  private async renewMedia(connection: EngineConnection, { id, ref }: From<'renew_media'>): Promise<void> {
    if (!connection.login) return connection.reset();
    connection.send({ type: 'media_renewed', id, ref: await this.parts.shelf.renew(ref) });
  }

  /**
   * Commits the row of the ledger before the sender gets an answer, so that the ledger shows what was truly accepted.
   */
  private async send(connection: EngineConnection, message: From<'send'>): Promise<void> {
    const { id, reference, text, other, reply_to: replyTo } = message;
    if (!connection.login) return connection.reset();
    const { link } = connection.login;
    const to = this.parts.phones.reached(message.to);

    const fault = this.parts.faults.take({ id, to: to ?? message.to, reference });
    if (fault?.mode === 'error') {
      const code = fault.code ?? refusalCodes.notAUser;
      return connection.send({ type: 'nack', id, code, message: 'Refused by a fault of the sandbox' });
    }
    if (fault?.mode === 'reset_before_accept') return connection.reset();
    if (fault?.mode === 'slow') await delay(fault.delayMs ?? SLOW_MS);
    if (to === null) {
      const code = refusalCodes.notAUser;
      return connection.send({ type: 'nack', id, code, message: 'The network does not know this address' });
    }
    if (await this.mayNotWrite(link, to)) {
      const code = refusalCodes.reachoutRestricted;
      return connection.send({ type: 'nack', id, code, message: 'The phone may not start new chats now' });
    }

    this.parts.phones.endTyping(link.phone_digits, to);
    const accepted = this.named({
      chatMessageId: id,
      from: link.phone_digits,
      to,
      text,
      ...(other && { other }),
      ...(replyTo !== undefined && { replyTo }),
    });
    const waiting = await this.parts.messages.accept(link.id, reference, accepted, firstReceipt(fault));
    if (fault?.mode === 'accept_then_reset') connection.reset();
    else if (fault?.mode !== 'accept_then_hang') connection.send({ type: 'ack', id });
    this.carry(waiting);
  }

  private async resend(connection: EngineConnection, { id, text, other }: From<'resend'>): Promise<void> {
    if (!connection.login) return connection.reset();
    const content = { text, ...(other && { other }) };
    await this.parts.messages.sendAgain(connection.login.link.phone_digits, id, content);
  }

  private async mayNotWrite({ phone_digits: from }: Link, to: string): Promise<boolean> {
    if (this.parts.phones.restrictedUntil(from, Date.now()) === null) return false;
    return !(await this.parts.messages.hasWritten(to, from));
  }

  /** Adds how devices are told who wrote the message and to whom. */
  private named(message: NewMessage): NewMessage {
    const { phones } = this.parts;
    return { ...message, sender: phones.namesOf(message.from), recipient: phones.namesOf(message.to) };
  }

  /** Sends deliveries to the devices that are logged in; the others get theirs at their next login. */
  private carry(waiting: readonly WaitingDelivery[]): void {
    for (const delivery of waiting) this.loggedIn.get(delivery.link_id)?.login?.pump.carry([delivery]);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Batcher } from '@chat/flow';
import { closeCodes, refusalCodes, type EngineMessage } from '@chat/device-network';
import { wasRolledBack, type Logger } from '@chat/service-kit';
import type { FaultBook } from '../faults/fault-book';
import { firstReceipt } from '../faults/receipt.rules';
import type { DeliveriesRepository } from './deliveries.repository';
import { DeliveryPump } from './delivery-pump';
import { EngineConnection, type EngineListener } from './engine-connection';
import type { LinksRepository } from './links.repository';
import type { MessagesRepository, NewMessage, WaitingDelivery } from './messages.repository';
import { PairingRoom, type QrTimings } from './pairing-room';

const SLOW_MS = 2_000;
/** Maximum number of messages stored in one statement. */
const WRITTEN_AT_ONCE = 100;

type SendMessage = Extract<EngineMessage, { type: 'send' }>;

/** The phones' network, as engines see it. */
export class DeviceNetwork implements EngineListener {
  private readonly room: PairingRoom;
  private readonly connections = new Set<EngineConnection>();
  private readonly loggedIn = new Map<number, EngineConnection>();
  private readonly written: Batcher<NewMessage, WaitingDelivery[]>;

  constructor(
    private readonly links: LinksRepository,
    private readonly messages: MessagesRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly faults: FaultBook,
    private readonly logger: Logger,
    timings: QrTimings,
  ) {
    this.room = new PairingRoom(timings);
    this.written = new Batcher((batch) => this.messages.write(batch), {
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
    const links = await this.links.findByPhone(digits);
    await this.removeLinks(links.map((link) => link.id));
    return links.length;
  }

  /** Ends the connections of the phone's linked devices. @returns how many. */
  async disconnect(digits: string, code: number): Promise<number> {
    const links = await this.links.findByPhone(digits);
    const connections = links.flatMap((link) => this.loggedIn.get(link.id) ?? []);
    connections.forEach((connection) => connection.close(code, 'Ended by the control API'));
    return connections.length;
  }

  /** A person sends a message. @returns false when the recipient's phone has no linked device. */
  async write(message: NewMessage): Promise<boolean> {
    const waiting = await this.written.add(message);
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
      case 'request_pairing_code': {
        const code = this.room.createCode(connection, message.phone);
        return code === null ? connection.reset() : connection.send({ type: 'pairing_code', code });
      }
      case 'send':
        return this.send(connection, message);
      case 'received':
        return connection.login?.pump.confirm(message.deliveries);
      case 'read':
        return this.read(connection, message.id);
      case 'look_up':
      case 'resend':
      case 'renew_media':
        return;
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
    this.logger.error({ error }, 'a connection failed');
  }

  private async link(digits: string, connection: EngineConnection | null): Promise<boolean> {
    if (!connection) return false;
    connection.send({ type: 'paired', credentials: await this.links.create(digits) });
    connection.close(closeCodes.restartRequired, 'Log in with the credentials');
    return true;
  }

  private async removeLinks(linkIds: number[]): Promise<void> {
    await this.links.remove(linkIds);
    linkIds.forEach((linkId) => this.loggedIn.get(linkId)?.close(closeCodes.loggedOut, 'Device removed'));
  }

  private async logIn(connection: EngineConnection, credentials: string): Promise<void> {
    const link = await this.links.findByCredentials(credentials);
    if (!connection.isOpen) return;
    if (!link) return connection.close(closeCodes.loggedOut, 'No such linked device');

    this.loggedIn.get(link.id)?.close(closeCodes.connectionReplaced, 'Logged in elsewhere');
    this.loggedIn.set(link.id, connection);
    const pump = new DeliveryPump(
      link.id,
      this.deliveries,
      (message) => connection.send(message),
      (error) => this.onError(error),
    );
    connection.login = { link, pump };
    connection.send({ type: 'open', phone_number: link.phone_digits });
    pump.wake();
  }

  private async read(connection: EngineConnection, id: string): Promise<void> {
    if (!connection.login) return connection.reset();
    const { linkIds } = await this.messages.readUpTo(connection.login.link.phone_digits, id);
    this.wake(linkIds);
    connection.send({ type: 'read_ack', id });
  }

  /**
   * Commits the row of the ledger before the sender gets an answer, so that the ledger shows what was truly accepted.
   */
  private async send(connection: EngineConnection, message: SendMessage): Promise<void> {
    const { id, reference, to, text, other } = message;
    if (!connection.login) return connection.reset();
    const { link } = connection.login;

    const fault = this.faults.take({ id, to, reference });
    if (fault?.mode === 'error') {
      const code = fault.code ?? refusalCodes.notAUser;
      return connection.send({ type: 'nack', id, code, message: 'Refused by a fault of the sandbox' });
    }
    if (fault?.mode === 'reset_before_accept') return connection.reset();
    if (fault?.mode === 'slow') await delay(fault.delayMs ?? SLOW_MS);

    const accepted = { chatMessageId: id, from: link.phone_digits, to, text, ...(other && { other }) };
    const waiting = await this.messages.accept(link.id, reference, accepted, firstReceipt(fault));
    if (fault?.mode === 'accept_then_reset') connection.reset();
    else if (fault?.mode !== 'accept_then_hang') connection.send({ type: 'ack', id });
    this.carry(waiting);
  }

  /** Sends deliveries to the devices that are logged in; the others get theirs at their next login. */
  private carry(waiting: readonly WaitingDelivery[]): void {
    for (const delivery of waiting) this.loggedIn.get(delivery.link_id)?.login?.pump.carry([delivery]);
  }
}

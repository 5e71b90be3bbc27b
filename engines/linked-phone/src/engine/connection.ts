import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { MediaGoneError } from '@chat/connector-kit';
import type { MessageContent } from '@chat/contracts/connector';
import {
  AwaitedAnswers,
  EngineClosedError,
  type CloseReason,
  type EngineConnection,
  type EngineListener,
  type OutgoingMessage,
  type PairingCode,
  type Person,
  type ReceivedName,
  type Referred,
  type SendOutcome,
  type SessionStore,
  type UploadKind,
} from '@chat/device-sessions/engines';
import {
  buildAckStanza,
  initAuthCreds,
  jidDecode,
  jidNormalizedUser,
  makeWASocket,
  proto,
  type AuthenticationCreds,
  type BinaryNode,
  type ConnectionState,
  type SocketConfig,
  type WASocket,
} from '@whiskeysockets/baileys';
import { silent } from '../silent';
import { addressOf, isPersonal, phoneIn, readReceipt } from './arrivals.rules';
import { reasonOf } from './close.rules';
import { toMessage, type MediaSource, type Uploaded } from './contents.rules';
import { readState, writeState } from './credentials';
import { DeviceLinking } from './device-linking';
import { holdEvents, readInOrder } from './held-events';
import { inTime, Inbox, type InboxSettings } from './inbox';
import type { MediaStore } from './media';
import { makePreKeys } from './pre-keys';
import { answering, reacting } from './references.rules';
import { SessionKeys } from './session-keys';
import type { OrderedWrites } from './signal-repository';
import { ListenerQueue } from './listener-queue';
import { networkIdOf } from './unreadable-messages';

export interface ConnectionSettings extends InboxSettings {
  url: string;
  /** How long each code to scan is good. */
  codeMs: number;
  /** What the network is told of this client, and the way to it; as the library has them where absent. */
  client?: Partial<Pick<SocketConfig, 'version' | 'browser' | 'agent'>>;
}

const CONNECT_TIMEOUT_MS = 20_000;
/** By then, nothing that the library does after the end of a connection is still under way. */
const RELEASE_MS = 30_000;
const NO_CODES_LEFT = 'QR refs attempts ended';

/** One connection of the library. */
export class LinkedPhoneConnection implements EngineConnection {
  private readonly creds: AuthenticationCreds;
  private readonly socket: WASocket;
  private readonly events: EventEmitter;
  private readonly queue: ListenerQueue;
  private readonly inbox: Inbox;
  private readonly writes: OrderedWrites;
  private readonly linking: DeviceLinking;
  private readonly sends = new AwaitedAnswers<SendOutcome>();
  private readonly reads = new AwaitedAnswers<true>();
  private readonly openings = new AwaitedAnswers<true>();
  private readonly endings = new AwaitedAnswers<true>();
  private state: 'connecting' | 'connected' | 'open' | 'ended' = 'connecting';
  /** Why the connection ends, once the network has said so. */
  private reason: CloseReason | null = null;
  private bannedUntil: Date | null = null;
  private isRestricted = false;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly media: MediaStore,
    private readonly session: SessionStore,
    private readonly listener: EngineListener,
  ) {
    this.creds = session.state === null ? initAuthCreds() : readState(session.state);
    this.queue = new ListenerQueue(listener, () => this.terminate());
    const line = { hasEnded: () => this.state === 'ended', terminate: () => this.terminate() };
    this.inbox = new Inbox(this.creds, session, this.queue, line, settings);
    this.writes = this.inbox.writes;
    this.socket = this.makeSocket();
    this.events = this.socket.ws;
    this.linking = new DeviceLinking(this.creds, this.socket, session, this.queue, settings);
    this.watch();
  }

  async requestPairingCode(phone: string): Promise<PairingCode> {
    if (this.state !== 'connected' || this.creds.account)
      throw new EngineClosedError('The connection ended.');
    return this.linking.requestCode(phone);
  }

  async lookUp(phones: readonly string[], timeoutMs: number): Promise<Person | null> {
    const found = await inTime(this.socket.onWhatsApp(...phones), timeoutMs);
    if (!found) throw new Error('The network did not answer.');
    const [hit] = found.filter(({ exists }) => exists);
    if (!hit) return null;
    const userId = await this.socket.signalRepository.lidMapping.getLIDForPN(hit.jid);
    return { phone: phoneIn(hit.jid), userId };
  }

  async upload(kind: UploadKind, open: () => Promise<Readable>, signal: AbortSignal): Promise<string> {
    if (this.state !== 'open') throw new Error('The connection is not open.');
    const { hosts, auth } = await this.socket.refreshMediaConn(false);
    const [host] = hosts;
    if (!host) throw new Error('The network names no host for media.');
    return JSON.stringify(await this.media.upload(kind, open, { name: host.hostname, auth }, signal));
  }

  compose(content: MessageContent, uploaded: string | null, given?: Referred | null): Uint8Array | null {
    const referred = given && { ...given, chatMessageId: networkIdOf(given.chatMessageId) };
    const chat = referred ? addressOf(referred.chat) : '';
    if (content.type === 'reaction')
      return referred ? encoded(reacting(content, referred, { chat, now: new Date() })) : null;
    const message = toMessage(content, uploaded === null ? null : (JSON.parse(uploaded) as Uploaded));
    if (!message) return null;
    if (!referred) return encoded(message);
    return encoded(
      answering(message, referred, referred.isOurs ? jidNormalizedUser(this.creds.me!.id) : chat),
    );
  }

  async send({ chatMessageId, to, composed }: OutgoingMessage, timeoutMs: number): Promise<SendOutcome> {
    if (this.state !== 'open') return { kind: 'not_sent' };
    const outcome = this.sends.wait(chatMessageId, timeoutMs);
    const message = proto.Message.decode(composed);
    const relay = () => this.socket.relayMessage(addressOf(to), message, { messageId: chatMessageId });
    void this.writes.send(relay).then((end) => {
      if (end === 'not_sent') this.sends.settle(chatMessageId, { kind: 'not_sent' });
      if (end === 'unknown') this.sends.settle(chatMessageId, null);
    });
    return (await outcome) ?? { kind: 'unknown' };
  }

  async read(messages: readonly ReceivedName[], timeoutMs: number): Promise<boolean> {
    const keys = messages.map(({ chatMessageId, from }) => ({
      ...{ id: networkIdOf(chatMessageId), remoteJid: addressOf(from), fromMe: false },
    }));
    const [first] = keys;
    if (this.state !== 'open' || !first) return false;
    const isTaken = this.reads.wait(first.id, timeoutMs);
    this.socket.readMessages(keys).catch(() => this.reads.settle(first.id, null));
    return (await isTaken) ?? false;
  }

  async showTyping(to: Person): Promise<boolean> {
    if (this.state !== 'open') return false;
    await this.socket.sendPresenceUpdate('composing', addressOf(to));
    return true;
  }

  async renewMedia(source: string, timeoutMs: number): Promise<string> {
    const media = JSON.parse(source) as MediaSource;
    const part = { mediaKey: Buffer.from(media.mediaKey, 'base64'), directPath: media.directPath };
    const message = {
      key: { id: media.id, remoteJid: media.chat, fromMe: false },
      message: { [`${media.kind}Message`]: part },
    };
    const renewed = await inTime(
      this.socket.updateMediaMessage(message).then(
        () => true,
        (error: { output?: { statusCode?: number } }) => {
          if (error.output?.statusCode === 404)
            throw new MediaGoneError('The phone no longer has the bytes.');
          throw new Error('The phone did not store the bytes again.');
        },
      ),
      timeoutMs,
    );
    if (!renewed) throw new Error('The phone did not answer.');
    return JSON.stringify({ ...media, directPath: part.directPath });
  }

  async logOut(timeoutMs: number): Promise<void> {
    const { me } = this.creds;
    if (this.state !== 'open' || !me) return;
    const child = { tag: 'remove-companion-device', attrs: { jid: me.id, reason: 'user_initiated' } };
    const attrs = { to: 's.whatsapp.net', type: 'set', xmlns: 'md' };
    const hasEnded = this.endings.wait('', timeoutMs);
    const answer = this.socket.query({ tag: 'iq', attrs, content: [child] }, timeoutMs);
    await Promise.race([hasEnded, answer.catch(() => undefined)]);
    this.terminate();
  }

  close(): void {
    this.queue.silence();
    this.end();
    this.terminate();
  }

  private makeSocket(): WASocket {
    return makeWASocket({
      ...this.settings.client,
      auth: {
        creds: this.creds,
        keys: new SessionKeys(
          this.session,
          (changes) => this.writes.commit(changes),
          () => this.terminate(),
        ),
      },
      makeSignalRepository: this.writes.makeRepository,
      // A lease that was lost comes back by no second attempt.
      transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
      waWebSocketUrl: this.settings.url,
      logger: silent,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      defaultQueryTimeoutMs: this.settings.queryTimeoutMs,
      qrTimeout: this.settings.codeMs,
      markOnlineOnConnect: false,
      syncFullHistory: false,
      shouldSyncHistoryMessage: () => false,
      getMessage: async ({ id }) => {
        // Without an answer it would acknowledge the request, which then never comes again.
        const content = await this.session.sentContent(id ?? '').catch((error: unknown) => {
          this.terminate();
          throw error;
        });
        return content ? proto.Message.decode(content) : undefined;
      },
    });
  }

  private watch(): void {
    const { ev } = this.socket;
    ev.on('creds.update', () => {
      if (this.creds.account) this.save();
    });
    ev.on('connection.update', (update) => this.onUpdate(update));
    this.events.on('open', () => (this.state = 'connected'));
    this.events.on('frame', () => this.listener.alive());
    // The library would wait for ever.
    this.events.on('unexpected-response', () => void this.socket.end(undefined));
    this.events.on('CB:ack,class:message', (stanza: BinaryNode) => this.onAck(stanza));
    this.events.on('CB:ack,class:receipt', ({ attrs }: BinaryNode) => {
      if (attrs.type?.startsWith('read')) this.reads.settle(attrs.id ?? '', true);
    });
    this.events.on('CB:iq,type:result,link_code_companion_reg', () => this.linking.answer('granted'));
    this.events.on('CB:iq,type:error', () => this.linking.answer('refused'));
    this.events.on('CB:failure', ({ attrs }: BinaryNode) => {
      this.reason = reasonOf({ tag: 'failure', code: Number(attrs.reason), conflict: null });
      if (attrs.expire) this.bannedUntil = new Date(Date.now() + Number(attrs.expire) * 1000);
    });
    this.events.on('CB:stream:error', ({ attrs, content }: BinaryNode) => {
      const child = Array.isArray(content) ? content.find(({ tag }) => tag === 'conflict') : undefined;
      const code = attrs.code === undefined ? null : Number(attrs.code);
      this.reason = reasonOf({ tag: 'stream:error', code, conflict: child?.attrs.type ?? null });
    });
    this.events.on('CB:ib,,downgrade_webclient', () => (this.reason = 'phone_outdated'));
    readInOrder(this.events, () => this.terminate());
    holdEvents(this.events, {
      'CB:message': (stanza, pass) => this.onMessage(stanza, pass),
      'CB:receipt': (stanza, pass) => this.onReceipt(stanza, pass),
      'CB:notification': (stanza, pass) => this.onNotification(stanza, pass),
      'CB:iq,,pair-success': (stanza, pass) => this.linking.onLinked(stanza, pass),
      'CB:success': (_, pass) => {
        // Before the first message comes.
        this.inbox.load().then(
          () => this.onLogin(pass),
          () => this.terminate(),
        );
      },
    });
  }

  private onUpdate(update: Partial<ConnectionState>): void {
    const { qr, isNewLogin, connection, lastDisconnect, reachoutTimeLock } = update;
    if (qr) this.linking.showCode(qr);
    if (isNewLogin) this.queue.enqueue({ type: 'paired' });
    if (connection === 'open') this.onOpen();
    if (connection === 'close') this.onClose(lastDisconnect?.error?.message);
    if (reachoutTimeLock) {
      const { isActive, timeEnforcementEnds } = reachoutTimeLock;
      if (isActive || this.isRestricted) {
        const until = (isActive && timeEnforcementEnds) || null;
        this.queue.enqueue({ type: 'restricted', isRestricted: isActive ?? false, until });
      }
      this.isRestricted = isActive ?? false;
    }
  }

  private onOpen(): void {
    this.state = 'open';
    this.openings.end();
    this.queue.enqueue({ type: 'open', phoneNumber: jidDecode(this.creds.me!.id)!.user });
    this.socket.fetchAccountReachoutTimelock().catch(() => undefined);
  }

  private onClose(message = ''): void {
    if (this.state === 'ended') return;
    const unsaid =
      message === NO_CODES_LEFT ? 'code_expired' : this.state === 'connecting' ? 'unreachable' : 'lost';
    const reason = this.reason ?? unsaid;
    this.end();
    this.queue.end({ type: 'closed', reason, ...(reason === 'restricted' && { until: this.bannedUntil }) });
  }

  private end(): void {
    this.state = 'ended';
    for (const answers of [this.sends, this.reads, this.openings, this.endings]) answers.end();
    this.linking.end();
    this.inbox.end();
    setTimeout(() => this.writes.release(), RELEASE_MS).unref();
  }

  /** Linking and the keys after it are heavy, so that one session at a time does this. */
  private onLogin(pass: () => void): void {
    if (this.creds.nextPreKeyId > 1) return pass();
    void this.listener.inTurn(async () => {
      if (this.state === 'ended') return;
      const opened = this.openings.wait('', CONNECT_TIMEOUT_MS);
      await makePreKeys(this.creds, this.socket, this.session).catch(() => this.terminate());
      pass();
      await opened;
    });
  }

  private onNotification(stanza: BinaryNode, pass: () => void): void {
    switch (stanza.attrs.type) {
      case 'companion_reg_refresh':
        this.write(buildAckStanza(stanza));
        if (!this.creds.account) this.linking.retireCode();
        return;
      case 'passkey_prologue_request':
      case 'crsc_continuation':
        this.write(buildAckStanza(stanza));
        this.reason = 'passkey_required';
        void this.socket.end(undefined);
        return;
      default:
        pass();
    }
  }

  private onMessage(stanza: BinaryNode, pass: () => void): void {
    if (!isPersonal(stanza, this.creds.me!))
      return this.write(buildAckStanza(stanza, undefined, this.creds.me!.id));
    this.listener.hurry();
    const { lidMapping } = this.socket.signalRepository;
    this.inbox.take(stanza, async (lid) => (await lidMapping.getPNForLID(lid)) ?? null, pass);
  }

  /** The library acknowledges a receipt as soon as it has it. */
  private onReceipt(stanza: BinaryNode, pass: () => void): void {
    const receipts = readReceipt(stanza, this.creds.me!, new Date());
    if (receipts.length === 0) return pass();
    this.queue.arrive(receipts, []).then(pass, () => undefined);
  }

  /** Settles a send. An answer that comes too late for the caller is reported as a receipt instead. */
  private onAck({ attrs: { id = '', error } }: BinaryNode): void {
    const code = error === undefined ? null : Number(error);
    const outcome: SendOutcome =
      code === null
        ? { kind: 'accepted' }
        : { kind: 'refused', code, message: 'The network refused the message.' };
    if (this.sends.settle(id, outcome)) return;
    const level = code === null ? 'sent' : 'failed';
    const receipt = { type: 'receipt', chatMessageId: id, level, errorCode: code, at: new Date() } as const;
    this.queue.arrive([receipt], []).catch(() => undefined);
  }

  private save(): void {
    this.session.saveState(writeState(this.creds)).catch(() => this.terminate());
  }

  private write(stanza: BinaryNode): void {
    this.socket.sendNode(stanza).catch(() => undefined);
  }

  /** Nothing leaves any more once this returns. */
  private terminate(): void {
    (this.socket.ws as unknown as { socket: { terminate(): void } | null }).socket?.terminate();
  }
}

function encoded(message: proto.IMessage): Uint8Array {
  return proto.Message.encode(message).finish();
}

import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundLoops, BusConnection, EventFollower, Notices, type StreamPlace } from '@chat/bus';
import type { CloudEvent, RequestContext } from '@chat/contracts';
import { publicEvents } from '@chat/contracts/bus-use';
import { channelDeleted, channelsChanged, type ChannelDeletedData } from '@chat/contracts/channels';
import { personErased, type PersonErasedData } from '@chat/contracts/crm';
import { hintedResources, type HintedResource } from '@chat/contracts/gateway';
import { conversationsRead, messageDeleted, type MessageEventData } from '@chat/contracts/messaging';
import { templatesChanged } from '@chat/contracts/templates';
import { ticketsChanged } from '@chat/contracts/tickets';
import { endpointsChanged } from '@chat/contracts/webhooks';
import { AppError } from '@chat/errors';
import { CONFIG, Departure, LOGGER, type Logger } from '@chat/service-kit';
import { instruments } from '@chat/telemetry';
import type { GatewayConfig } from '../config';
import { incarnationOf, printCursor, readCursor } from './cursor.rules';
import { messagesIn, withDeleted } from './deleted-content.rules';
import { EventBuffer, type BufferedEvent } from './event-buffer';
import { Forgotten } from './forgotten';
import { eventFrame } from './frames.rules';
import { LiveReader, type EndOfStream } from './live-reader';
import { audienceOf } from './visible-events.rules';

/** How long ago the oldest event is that can be replayed, with a margin for clocks that differ. */
const KEPT_MS = 6 * 60_000;
/** An event that took longer to reach the stream is not sent, since what it is about may be gone: readers read again. */
const LATE_MS = 5 * 60_000;
const SKEW_MS = 60_000;
/** By how much the clock of NATS may be behind: a place without an event is not said to be newer. */
const IDLE_SKEW_MS = 5_000;
const EVENTS_PER_ACCOUNT = 2_000;

const ROUND_MS = 1_000;
const HEARTBEAT_MS = 15_000;
/** A reader whose credential could not be checked for this long ends: it resumes when that is possible again. */
const UNCONFIRMED_MS = 5_000;
const HINT_MS = 200;
const READY_MS = 5_000;

const resources = Object.keys(hintedResources) as HintedResource[];

export interface Opening {
  readonly accountId: number;
  readonly credential: RequestContext['credential'];
  /** As the client sent it; null: it does not resume. */
  readonly cursor: string | null;
  readonly confirm: () => Promise<RequestContext['credential']>;
}

/** Sends what happens to those who read it at this gateway (ADR 77). */
@Injectable()
export class LiveEvents implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly follower: EventFollower;
  private readonly buffer: EventBuffer;
  private readonly forgotten = new Forgotten();
  private readonly readers = new Map<number, Set<LiveReader>>();
  private readonly hints = new Map<number, Set<HintedResource>>();
  private incarnation = '';
  private head: StreamPlace = { sequence: 0, atMs: 0 };
  private isLeaving = false;
  /** The frame of one event for all of its readers. */
  private latest: { event: BufferedEvent; frame: Buffer } | null = null;

  private readonly frameOf = (event: BufferedEvent): Buffer => {
    if (this.latest?.event !== event) {
      const frame = Buffer.from(eventFrame(this.cursorAt(event.place), readEvent(event.bytes)!));
      this.latest = { event, frame };
    }
    return this.latest.frame;
  };

  private readonly cursorAt = (place: StreamPlace): string =>
    printCursor({ incarnation: this.incarnation, ...place });

  constructor(
    @Inject(CONFIG) config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    connection: BusConnection,
    private readonly notices: Notices,
    loops: BackgroundLoops,
    departure: Departure,
  ) {
    this.buffer = new EventBuffer(
      { eventsPerAccount: EVENTS_PER_ACCOUNT, bytes: config.EVENT_BUFFER_BYTES },
      (accountId) => this.readers.has(accountId),
    );
    this.follower = new EventFollower(connection, {
      subject: publicEvents,
      backMs: KEPT_MS,
      onBegin: (created, fromMs) => this.beginStream(created, fromMs),
      onMessage: (place, data) => this.receive(place, data),
      onOpen: () => this.hintEverything(),
      onError: (error) => logger.error({ error }, 'background work failed'),
    });
    loops.add({ name: 'event-streams', round: () => this.round(), everyMs: ROUND_MS });
    departure.onDrain(() => this.leave());
  }

  onApplicationBootstrap(): void {
    this.notices.subscribe(channelsChanged, (accountId) => this.hint(accountId, 'devices'));
    this.notices.subscribe(conversationsRead, (accountId) => this.hint(accountId, 'conversations'));
    this.notices.subscribe(endpointsChanged, (accountId) => this.hint(accountId, 'webhooks'));
    this.notices.subscribe(templatesChanged, (accountId) => this.hint(accountId, 'templates'));
    this.notices.subscribe(ticketsChanged, (accountId) => this.hint(accountId, 'tickets'));
    this.follower.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.leave();
    await this.follower.stop();
  }

  /**
   * Opens a stream.
   * @throws AppError `service_unavailable` while this gateway has not read the latest events yet, and when it leaves.
   */
  async open({ accountId, credential, cursor, confirm }: Opening): Promise<LiveReader> {
    await this.requireReady();
    const from = cursor === null ? null : readCursor(cursor);
    const isKnown = from?.incarnation === this.incarnation;
    const { frameOf, cursorAt } = this;
    const needs = { accountId, credential, confirm, frameOf, cursorAt };
    const now = this.now();
    const reader: LiveReader = new LiveReader(needs, isKnown ? from : now, (reason) =>
      this.close(reader, reason),
    );
    const replay = isKnown ? this.buffer.after(accountId, from) : null;
    if (cursor !== null && replay === null) this.countResets(1);
    reader.begin(now, cursor === null ? undefined : replay);
    const ofAccount = this.readers.get(accountId) ?? new Set();
    this.readers.set(accountId, ofAccount.add(reader));
    instruments.eventStreams.live?.inc({ service: 'gateway' });
    return reader;
  }

  private async requireReady(): Promise<void> {
    for (const until = performance.now() + READY_MS; !this.follower.hasCaughtUp;) {
      if (this.isLeaving || performance.now() > until) throw new AppError('service_unavailable');
      await delay(20);
    }
    if (this.isLeaving) throw new AppError('service_unavailable');
  }

  private close(reader: LiveReader, reason: EndOfStream): void {
    const ofAccount = this.readers.get(reader.accountId);
    if (!ofAccount?.delete(reader)) return;
    if (ofAccount.size === 0) this.readers.delete(reader.accountId);
    instruments.eventStreams.live?.dec({ service: 'gateway' });
    instruments.eventStreamEnds.live?.inc({ service: 'gateway', reason });
  }

  private leave(): void {
    this.isLeaving = true;
    for (const reader of this.all()) reader.end('drain');
  }

  private beginStream(created: string, fromMs: number): void {
    const isFirst = this.incarnation === '';
    this.incarnation = incarnationOf(created);
    this.head = { sequence: 0, atMs: fromMs };
    this.buffer.restart(fromMs);
    this.forgotten.clear();
    if (!isFirst) for (const accountId of this.readers.keys()) this.resetReaders(accountId);
  }

  private receive(place: StreamPlace, data: Uint8Array): void {
    this.head = place;
    const bytes = Buffer.from(data);
    const event = readEvent(bytes);
    if (!event) return;
    const accountId = Number(event.accountid);
    if (event.type === channelDeleted.type) {
      this.forgotten.addChannel(accountId, (event.data as ChannelDeletedData).channel_id, place.atMs);
      return this.forget(accountId);
    }
    if (event.type === personErased.type) {
      this.forgotten.addPerson(accountId, event.data as PersonErasedData, place.atMs);
      return this.forget(accountId);
    }
    const audience = audienceOf(event);
    if (!audience || this.forgotten.concerns(accountId, event)) return;
    const happenedMs = Date.parse(event.time);
    if (place.atMs - happenedMs > LATE_MS) return this.takeLate(accountId, happenedMs);
    if (this.buffer.has(accountId, event.id)) return;
    if (event.type === messageDeleted.type)
      this.hideContent(accountId, event as CloudEvent<MessageEventData>);
    const buffered = { id: event.id, accountId, place, audience, messageIds: messagesIn(event), bytes };
    this.buffer.add(buffered);
    for (const reader of this.readers.get(accountId) ?? []) reader.offer(buffered);
  }

  /** What a client read for itself before is gone, and so is what others have not read yet. */
  private forget(accountId: number): void {
    this.buffer.forget(accountId, this.head);
    this.resetReaders(accountId);
  }

  private takeLate(accountId: number, happenedMs: number): void {
    this.buffer.forget(accountId, this.head);
    this.resetReaders(accountId, (reader) => reader.isBehind(happenedMs, SKEW_MS));
  }

  private resetReaders(accountId: number, needsIt: (reader: LiveReader) => boolean = () => true): void {
    const affected = [...(this.readers.get(accountId) ?? [])].filter(needsIt);
    for (const reader of affected) reader.reset(this.head);
    this.countResets(affected.length);
  }

  private hideContent(accountId: number, { data: { message } }: CloudEvent<MessageEventData>): void {
    this.latest = null;
    this.buffer.rewrite(accountId, message.id, (bytes) =>
      Buffer.from(JSON.stringify(withDeleted(readEvent(bytes)!, message))),
    );
  }

  /** The place after everything so far. While nothing happens, it gets newer, so that whoever is there can resume later. */
  private now(): StreamPlace {
    const { sequence, atMs } = this.head;
    return { sequence, atMs: Math.max(atMs, this.follower.idleMs - IDLE_SKEW_MS) };
  }

  private hint(accountId: number, resource: HintedResource): void {
    if (!this.readers.has(accountId)) return;
    if (this.hints.size === 0) setTimeout(() => this.sendHints(), HINT_MS).unref();
    const ofAccount = this.hints.get(accountId) ?? new Set();
    this.hints.set(accountId, ofAccount.add(resource));
  }

  private hintEverything(): void {
    for (const accountId of this.readers.keys()) {
      for (const resource of resources) this.hint(accountId, resource);
    }
  }

  private sendHints(): void {
    for (const [accountId, changed] of this.hints) {
      for (const reader of this.readers.get(accountId) ?? []) {
        for (const resource of changed) reader.hint(resource);
      }
    }
    this.hints.clear();
  }

  private round(): Promise<void> {
    const oldestMs = Date.now() - KEPT_MS;
    this.buffer.expire(oldestMs);
    this.forgotten.expire(oldestMs);
    instruments.eventBufferBytes.live?.set({ service: 'gateway' }, this.buffer.bytes);
    const now = performance.now();
    for (const reader of this.all()) {
      if (now - reader.quietSince > HEARTBEAT_MS - ROUND_MS) reader.beat(this.now());
      if (!reader.isConfirming) void this.confirm(reader);
      else if (now - reader.confirmedAt > UNCONFIRMED_MS) reader.end('credential');
    }
    return Promise.resolve();
  }

  private async confirm(reader: LiveReader): Promise<void> {
    reader.isConfirming = true;
    try {
      await reader.confirm();
    } catch (error) {
      const isRefused = error instanceof AppError && error.status < 500;
      const isOverdue = performance.now() - reader.confirmedAt > UNCONFIRMED_MS;
      if (isRefused || isOverdue) reader.end('credential');
      if (!(error instanceof AppError)) this.logger.error({ error }, 'background work failed');
    } finally {
      reader.isConfirming = false;
    }
  }

  private *all(): Iterable<LiveReader> {
    for (const ofAccount of this.readers.values()) yield* ofAccount;
  }

  private countResets(count: number): void {
    instruments.eventStreamResets.live?.inc({ service: 'gateway' }, count);
  }
}

/** Returns the event, or null if the message is not one of ours. */
function readEvent(bytes: Buffer): CloudEvent | null {
  try {
    return JSON.parse(bytes.toString()) as CloudEvent;
  } catch {
    return null;
  }
}

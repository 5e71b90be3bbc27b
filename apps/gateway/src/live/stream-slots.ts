import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { BackgroundLoops, type BackgroundLoop } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { Departure, LOGGER, type Logger } from '@chat/service-kit';
import { inTime, orUnavailable } from '../questions/questions';
import { OpenStreamsRepository, type OpenStream, type Taken } from './open-streams.repository';

/** A browser needs one, however many tabs it has. */
const OF_A_PERSON = 5;
const OF_AN_ACCOUNT = 100;
const RETRY_AFTER_S = 15;

const RENEW_MS = 1_000;
const SWEEP_MS = RETRY_AFTER_S * 1_000;
const LOOK_MS = 250;
/**
 * A refusal is certain after this: a page that is loaded again opens a stream while the end of its last one is still
 * being noticed, and a gateway that was killed misses its second sign of life.
 */
const CERTAIN_MS = 2_500;
/** By then, a gateway that missed it is known to be gone, and its streams do not count any more. */
const GONE_MS = 6_000;

/** Limits the streams that are open at all gateways together (ADR 84). */
@Injectable()
export class StreamSlots {
  private readonly gatewayId = randomUUID();
  private readonly open = new Map<string, OpenStream>();
  /** Those that are being added, by id. */
  private readonly opening = new Set<string>();
  private readonly ended = new Set<string>();
  private readonly renewal: BackgroundLoop;
  private isLeaving = false;

  constructor(
    private readonly streams: OpenStreamsRepository,
    loops: BackgroundLoops,
    departure: Departure,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.renewal = loops.add({ name: 'open-streams', round: () => this.round(), everyMs: RENEW_MS });
    loops.add({ name: 'gone-streams', round: () => this.sweep(), everyMs: SWEEP_MS });
    departure.onDrain(() => void this.leave());
  }

  /**
   * @returns how to give the slot back.
   * @throws AppError `rate_limit_exceeded`.
   */
  async acquire(accountId: number, { person }: RequestContext['credential']): Promise<() => void> {
    const stream = { id: randomUUID(), accountId, userId: person?.id ?? null };
    this.opening.add(stream.id);
    try {
      await orUnavailable(this.obtain(stream));
    } catch (error) {
      // It may have been added all the same.
      this.release(stream);
      throw error;
    } finally {
      this.opening.delete(stream.id);
    }
    return () => this.release(stream);
  }

  /**
   * Deletes the streams of gateways that were killed, and those that a statement of this one added after it was given up, or
   * after its connection was lost.
   */
  async sweep(): Promise<void> {
    await this.streams.deleteGone();
    const added = await this.streams.idsAt(this.gatewayId);
    const lost = added.filter((id) => !this.open.has(id) && !this.opening.has(id));
    if (lost.length > 0) await this.streams.delete(lost);
  }

  private async obtain(stream: OpenStream): Promise<void> {
    if (this.open.size === 0) await inTime(this.renew());
    const limits = { ofAccount: OF_AN_ACCOUNT, ofPerson: OF_A_PERSON };
    for (const since = performance.now(); ; await delay(LOOK_MS)) {
      if (this.isLeaving) throw new AppError('service_unavailable');
      const { refusal, isDoubtful } = await inTime(this.streams.acquire(this.gatewayId, stream, limits));
      if (refusal === null) break;
      if (performance.now() - since > (isDoubtful ? GONE_MS : CERTAIN_MS)) throw tooMany(refusal);
    }
    this.open.set(stream.id, stream);
  }

  private release({ id }: OpenStream): void {
    this.open.delete(id);
    this.ended.add(id);
    this.renewal.wake();
  }

  /** What could not be deleted is deleted by the next round. */
  private async round(): Promise<void> {
    const ended = [...this.ended];
    if (ended.length > 0) await this.streams.delete(ended);
    for (const id of ended) this.ended.delete(id);
    if (this.open.size > 0 && !this.isLeaving) await this.renew();
  }

  /** After a crash of Postgres, or a long pause, those that are open are added again. */
  private async renew(): Promise<void> {
    const isNew = await this.streams.renew(this.gatewayId);
    if (isNew && this.open.size > 0 && !this.isLeaving)
      await this.streams.insert(this.gatewayId, [...this.open.values()]);
  }

  /** All streams end, and their readers come to other gateways at once. */
  private async leave(): Promise<void> {
    this.isLeaving = true;
    await this.streams
      .deleteGateway(this.gatewayId)
      .catch((error: unknown) =>
        this.logger.warn({ error }, 'the places of streams are free in seconds only'),
      );
  }
}

function tooMany(limit: NonNullable<Taken['refusal']>): AppError {
  const whoHas = limit === 'person' ? `You have ${OF_A_PERSON}` : `This account has ${OF_AN_ACCOUNT}`;
  const message = `${whoHas} event streams open, which is the maximum. Close one, or read several kinds of events in one.`;
  return new AppError('rate_limit_exceeded', { message, retry_after: RETRY_AFTER_S });
}

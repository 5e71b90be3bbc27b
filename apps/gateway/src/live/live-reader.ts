import { Readable } from 'node:stream';
import type { StreamPlace } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { HintedResource } from '@chat/contracts/gateway';
import type { BufferedEvent } from './event-buffer';
import { changedFrame, heartbeatFrame, helloFrame, resetFrame } from './frames.rules';
import { mayReceive, maySee } from './visible-events.rules';

type Credential = RequestContext['credential'];

/** Why a stream ended, for the metrics. */
export type EndOfStream = 'client' | 'credential' | 'slow' | 'drain';

/** What a reader may have waiting of what came while it was reading; a replay is read at its own pace. */
const MOST_WAITING_BYTES = 1024 * 1024;
/** Up to this, frames leave ahead of the reader, and can no longer be dropped. The default differs between releases of Node. */
const AHEAD_BYTES = 16 * 1024;
/** Frames of our own. */
const CONTROL_BYTES = 100;

export interface ReaderNeeds {
  readonly accountId: number;
  credential: Credential;
  /** Checks the credential again. @throws AppError if it may not read the stream any more. */
  readonly confirm: () => Promise<Credential>;
  readonly frameOf: (event: BufferedEvent) => Buffer;
  readonly cursorAt: (place: StreamPlace) => string;
}

/** One open stream: the frames that it sends, in order, each once. */
export class LiveReader {
  readonly frames: Readable;
  /** When its credential was last found to be valid (`performance.now()`). */
  confirmedAt = performance.now();
  isConfirming = false;
  private reason: EndOfStream = 'client';
  private lastFrameAt = performance.now();
  private isOver = false;
  private isWanted = false;
  /** First what is replayed, if anything. */
  private waiting: (BufferedEvent | string)[] = [];
  private replaying = 0;
  /** Of what is not replayed. */
  private waitingBytes = 0;
  /** What it reads for itself is at least as new as this. */
  private freshSinceMs = 0;

  constructor(
    private readonly needs: ReaderNeeds,
    private place: StreamPlace,
    onEnd: (reason: EndOfStream) => void,
  ) {
    this.frames = new Readable({ highWaterMark: AHEAD_BYTES, read: () => this.flush() });
    this.frames.once('close', () => onEnd(this.reason));
  }

  get accountId(): number {
    return this.needs.accountId;
  }

  /** When it was last sent anything (`performance.now()`). */
  get quietSince(): number {
    return this.lastFrameAt;
  }

  /** @param replay what follows the place from which it resumes; null: that cannot be known. Absent: it does not resume. */
  begin(now: StreamPlace, replay?: readonly BufferedEvent[] | null): void {
    if (!replay) this.place = now;
    this.frames.push(helloFrame(this.needs.cursorAt(this.place)));
    if (replay === undefined) this.freshSinceMs = Date.now();
    if (replay === null) this.reset(now);
    for (const event of replay ?? []) {
      this.place = event.place;
      if (maySee(this.needs.credential, event.audience)) this.waiting.push(event);
    }
    this.replaying = replay ? this.waiting.length : 0;
  }

  offer(event: BufferedEvent): void {
    const { sequence, atMs } = event.place;
    if (sequence <= this.place.sequence) {
      // It came with a place of a stream that has since lost its end.
      if (atMs > this.place.atMs) this.reset(event.place);
      return;
    }
    this.place = event.place;
    if (maySee(this.needs.credential, event.audience)) this.enqueue(event);
  }

  /** Drops all that waits. */
  reset(place: StreamPlace): void {
    this.place = place;
    this.freshSinceMs = Date.now();
    this.drop();
    this.enqueue(resetFrame(this.needs.cursorAt(place)));
  }

  /** An event that happened then is too late to be sent. @returns whether the reader has to read again. */
  isBehind(happenedMs: number, skewMs: number): boolean {
    return this.freshSinceMs < happenedMs + skewMs;
  }

  hint(resource: HintedResource): void {
    if (mayReceive(this.needs.credential, resource)) this.enqueue(changedFrame(resource));
  }

  beat(now: StreamPlace): void {
    // It may have come with a place that this gateway has not reached yet.
    if (now.sequence >= this.place.sequence) this.place = now;
    this.enqueue(heartbeatFrame(this.needs.cursorAt(this.place)));
  }

  /** @throws AppError if the credential may not read the stream any more. */
  async confirm(): Promise<void> {
    const askedAt = performance.now();
    this.needs.credential = await this.needs.confirm();
    this.confirmedAt = askedAt;
  }

  /** Sends nothing further. */
  end(reason: EndOfStream): void {
    if (this.isOver) return;
    this.isOver = true;
    this.reason = reason;
    this.drop();
    if (reason === 'slow') this.frames.destroy();
    else this.frames.push(null);
  }

  private drop(): void {
    this.waiting = [];
    this.waitingBytes = 0;
    this.replaying = 0;
  }

  private enqueue(item: BufferedEvent | string): void {
    if (this.isOver) return;
    this.waiting.push(item);
    this.waitingBytes += sizeOf(item);
    if (this.isWanted) this.flush();
    if (this.waitingBytes > MOST_WAITING_BYTES) this.end('slow');
  }

  private flush(): void {
    this.isWanted = true;
    while (this.isWanted && this.waiting.length > 0) {
      const next = this.waiting.shift()!;
      if (this.replaying > 0) this.replaying -= 1;
      else this.waitingBytes -= sizeOf(next);
      this.lastFrameAt = performance.now();
      this.isWanted = this.frames.push(typeof next === 'string' ? next : this.needs.frameOf(next));
    }
  }
}

function sizeOf(item: BufferedEvent | string): number {
  return typeof item === 'string' ? CONTROL_BYTES : item.bytes.length;
}

import type { IncomingMessage } from 'node:http';
import { AppError } from '@chat/errors';
import type { BodyBudget, BodyHolder } from './body-budget';
import { lateRequest } from './failures';

/**
 * How fast a body must arrive: whole within a time of its headers, or for as long as it makes progress, which is so
 * many bytes in each stretch of time.
 */
export type BodyDeadline =
  { readonly wholeWithinMs: number } | { readonly atLeastBytes: number; readonly everyMs: number };

/** The answer to the request whose body is watched. */
export interface WatchedAnswer {
  isGiven: () => boolean;
  /** Answers that the body is refused. */
  refuse: (error: AppError) => void;
}

/**
 * How many pieces a body may arrive in, besides one for so many bytes. A piece is a chunk, or what one read of the
 * socket brought; it costs about 2 µs and 200 bytes, however short it is.
 */
const MAX_PIECES = 5_000;
const BYTES_A_PIECE = 64;

/** How long a client that was told it is late may take to read that, and to send the rest. */
const LINGER_MS = 1_000;

/**
 * Holds one request to the deadline of its body, and to its share of memory. Who misses the deadline is answered and let
 * go a moment later; who was answered before (a refusal needs no body) is let go at once.
 */
export class BodyWatch implements BodyHolder {
  private cancelCheck: () => void;
  private bytesBefore: number;
  private pieces = 0;
  private bytes = 0;
  private isRefused = false;

  constructor(
    private readonly request: IncomingMessage,
    private deadline: BodyDeadline,
    private answer: WatchedAnswer,
    private readonly budget: BodyBudget | null,
  ) {
    this.bytesBefore = request.socket.bytesRead;
    this.cancelCheck = this.checkAfter(deadline);
    this.countPieces();
    request.once('close', () => {
      this.cancelCheck();
      this.budget?.giveBack(this);
    });
  }

  /** Goes on with what the route of the request says. */
  follow(deadline: BodyDeadline, answer: WatchedAnswer): void {
    this.answer = answer;
    if (deadline === this.deadline) return;
    this.deadline = deadline;
    this.cancelCheck();
    this.cancelCheck = this.checkAfter(deadline);
  }

  refuseBody(): void {
    // A body that is complete is being worked on, which does not take long.
    if (!this.request.complete) this.refuse(new AppError('service_unavailable'));
  }

  /** Counts where Node hands the pieces over: a listener would make the body flow before anybody reads it. */
  private countPieces(): void {
    const push = this.request.push.bind(this.request);
    this.request.push = (piece: Buffer | null, encoding?: BufferEncoding) => {
      if (piece !== null && !this.isRefused) this.take(piece.length);
      return this.isRefused || push(piece, encoding);
    };
  }

  private take(bytes: number): void {
    this.pieces += 1;
    this.bytes += bytes;
    if (this.pieces > MAX_PIECES + this.bytes / BYTES_A_PIECE) this.refuse(tooManyPieces());
    else this.budget?.take(this, bytes);
  }

  /** Drops the body, and lets the client go as soon as the answer is on its way: it may send for long. */
  private refuse(error: AppError): void {
    this.isRefused = true;
    this.cancelCheck();
    if (!this.answer.isGiven()) this.answer.refuse(error);
    this.cancelCheck = afterReads(0, () => this.letGo());
  }

  /** With the connection; whoever still reads the body learns that it ended. */
  private letGo(): void {
    this.request.destroy(new Error('The request did not arrive in time, or its body was refused.'));
  }

  private checkAfter(deadline: BodyDeadline): () => void {
    const ms = 'everyMs' in deadline ? deadline.everyMs : deadline.wholeWithinMs;
    return afterReads(ms, () => this.check());
  }

  private check(): void {
    if (this.request.complete) return;
    if (this.answer.isGiven()) {
      this.letGo();
    } else if (this.makesProgress()) {
      this.cancelCheck = this.checkAfter(this.deadline);
    } else {
      this.answer.refuse(lateRequest());
      this.cancelCheck = this.checkAfter({ wholeWithinMs: LINGER_MS });
    }
  }

  /** Bytes that arrived and wait for us to read them are no pause of the client. */
  private makesProgress(): boolean {
    if (!('everyMs' in this.deadline)) return false;
    const { socket, readableLength } = this.request;
    const arrived = socket.bytesRead - this.bytesBefore;
    this.bytesBefore = socket.bytesRead;
    return arrived >= this.deadline.atLeastBytes || readableLength > 0;
  }
}

/** What arrived while this process stood still is read before the work is done. @returns how to cancel it. */
function afterReads(ms: number, work: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (immediate = setImmediate(work)), ms).unref();
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}

function tooManyPieces(): AppError {
  return new AppError('bad_request', {
    message: 'The body arrives in too many small pieces. Send it in larger chunks.',
  });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@chat/errors';
import type { BodyBudget, BodyHolder } from './body-budget';
import { lateRequest } from './failures';
import type { Lingering } from './lingering';

/**
 * How fast a body must arrive: completely within a timeout after the headers, or with a minimum number of bytes in each
 * interval.
 */
export type BodyDeadline =
  { readonly wholeWithinMs: number } | { readonly atLeastBytes: number; readonly everyMs: number };

/** The limits of bodies of one server. */
export interface BodyLimits {
  readonly deadline: BodyDeadline;
  readonly budget: BodyBudget;
  readonly lingering: Lingering;
}

/**
 * How many pieces a body may arrive in, besides one for so many bytes. A piece is a chunk, or what one read of the
 * socket brought; it costs about 2 µs and 200 bytes, however short it is.
 */
const MAX_PIECES = 5_000;
const BYTES_A_PIECE = 64;
/** The same once the response is sent: dropped bytes cost no memory. */
const MAX_DROPPED_PIECES = 50_000;

/** The watch of the latest body on each connection. */
const latest = new WeakMap<Socket, BodyWatch>();

/**
 * Enforces the deadline and the memory limit of the body of one request. If the response is sent before the body has
 * arrived, or the deadline passes, the client may send the rest within the limits of lingering, and is disconnected beyond them.
 */
export class BodyWatch implements BodyHolder {
  private deadline: BodyDeadline;
  private cancelCheck: () => void;
  private bytesBefore: number;
  private pieces = 0;
  private bytes = 0;
  /** Whether it is processed as a stream, and not buffered as a whole. */
  private isStreamed = false;
  private isRefused = false;
  private isLingering = false;
  private isLeaving = false;
  /** Sends the refusal of the body. Absent until the route, and so the format of failures, is known. */
  private answerRefusal = (_: AppError): void => void this.request.destroy();

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly limits: BodyLimits,
  ) {
    const { socket } = request;
    this.deadline = limits.deadline;
    this.bytesBefore = socket.bytesRead;
    this.cancelCheck = this.checkAfter(this.deadline);
    this.countPieces();
    // Otherwise Node would discard an unread body itself, without reporting how much.
    request.read(0);
    if (!latest.has(socket)) deferHangUp(socket);
    latest.set(socket, this);
    response.once('finish', () => {
      this.request.resume();
      this.linger();
    });
    request.once('close', () => {
      this.cancelCheck();
      this.limits.budget.giveBack(this);
    });
  }

  get isArriving(): boolean {
    return !this.request.complete;
  }

  /** Continues with the deadline and the format of failures of the request's route. */
  follow(deadline: BodyDeadline | undefined, answerRefusal: (error: AppError) => void): void {
    this.answerRefusal = answerRefusal;
    if (deadline === undefined) return;
    this.isStreamed = true;
    this.limits.budget.giveBack(this);
    this.deadline = deadline;
    this.cancelCheck();
    this.cancelCheck = this.checkAfter(deadline);
  }

  /** Disconnects the client at once, since what it has sent so far occupies memory. */
  refuseBody(error = new AppError('service_unavailable')): void {
    // A complete body is being processed, which does not take long.
    if (this.request.complete) return;
    if (!this.isLingering) this.refuse(error);
    this.letGo();
  }

  /** Closes the connection once the body is complete. */
  hangUp(now: () => void): void {
    const { socket, complete } = this.request;
    if (complete) return now();
    socket.end();
    this.request.once('close', now);
    this.linger();
  }

  /** Counts where Node delivers the pieces: a listener would start the flow of the body before its reader. */
  private countPieces(): void {
    const push = this.request.push.bind(this.request);
    this.request.push = (piece: Buffer | null, encoding?: BufferEncoding) => {
      if (piece !== null) this.count(piece.length);
      if (!this.isRefused) return push(piece, encoding);
      // The reader must not take the bytes so far for the complete body.
      if (piece === null) this.letGoOnceAnswered();
      return true;
    };
  }

  private count(bytes: number): void {
    this.pieces += 1;
    this.bytes += bytes;
    const most = (this.isLingering ? MAX_DROPPED_PIECES : MAX_PIECES) + this.bytes / BYTES_A_PIECE;
    if (this.pieces > most) this.refuse(tooManyPieces());
    else if (!this.isLingering && !this.isStreamed) this.limits.budget.reserve(this, bytes);
  }

  private refuse(error: AppError): void {
    if (this.isLingering) return this.letGo();
    this.isRefused = true;
    if (!this.response.headersSent) {
      this.response.shouldKeepAlive = false;
      this.answerRefusal(error);
    }
    this.linger();
  }

  /** Reads and drops the rest of the body, so that the client receives the response. */
  private linger(): void {
    if (this.request.complete || this.isLingering) return;
    this.isLingering = true;
    // The reader of a refused body would keep its bytes until the end.
    if (!this.isRefused) this.limits.budget.giveBack(this);
    this.request.resume();
    this.cancelCheck();
    this.cancelCheck = this.limits.lingering.bound(this.request.socket, () => this.letGo());
  }

  private letGoOnceAnswered(): void {
    if (this.response.writableFinished) this.letGo();
    else this.response.once('finish', () => this.letGo());
  }

  /** Closes the connection, but not within a call of its parser. A reader of the body learns that it ended. */
  private letGo(): void {
    if (this.isLeaving) return;
    this.isLeaving = true;
    this.cancelCheck();
    this.cancelCheck = afterReads(0, () =>
      this.request.destroy(new Error('The request did not arrive in time, or its body was refused.')),
    );
  }

  private checkAfter(deadline: BodyDeadline): () => void {
    const ms = 'everyMs' in deadline ? deadline.everyMs : deadline.wholeWithinMs;
    return afterReads(ms, () => this.check());
  }

  private check(): void {
    if (this.request.complete) return;
    if (this.makesProgress()) this.cancelCheck = this.checkAfter(this.deadline);
    else if (this.response.headersSent) this.letGo();
    else this.refuse(lateRequest(adviceOn(this.deadline)));
  }

  /** Bytes that have arrived but were not read yet do not count as a pause of the client. */
  private makesProgress(): boolean {
    if (!('everyMs' in this.deadline)) return false;
    const { socket, readableLength } = this.request;
    const arrived = socket.bytesRead - this.bytesBefore;
    this.bytesBefore = socket.bytesRead;
    return arrived >= this.deadline.atLeastBytes || readableLength > 0;
  }
}

/** Closes a connection for good. A client whose request still arrives is answered first. */
export function letGoOf(socket: Socket, error: AppError): void {
  const body = latest.get(socket);
  if (body?.isArriving) body.refuseBody(error);
  else socket.destroy();
}

/** Node closes the connection as soon as the last response is sent, even if the body is still arriving. */
function deferHangUp(socket: Socket): void {
  const now = socket.destroySoon.bind(socket);
  socket.destroySoon = () => latest.get(socket)!.hangUp(now);
}

/** Runs the work after reading what arrived while this process was stalled. @returns how to cancel it. */
function afterReads(ms: number, work: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (immediate = setImmediate(work)), ms).unref();
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}

function adviceOn(deadline: BodyDeadline): string {
  if (!('everyMs' in deadline)) return '';
  const { atLeastBytes, everyMs } = deadline;
  return `, and at least ${Math.ceil(atLeastBytes / 1024)} KiB of it in each ${Math.ceil(everyMs / 1000)} seconds`;
}

function tooManyPieces(): AppError {
  return new AppError('bad_request', {
    message: 'The body arrives in too many small pieces. Send it in larger chunks.',
  });
}

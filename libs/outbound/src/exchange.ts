import type { IncomingHttpHeaders } from 'node:http';
import { errors, type Dispatcher } from 'undici';
import { ExcessError } from './metered-connection';
import { OutboundError, toOutboundError } from './outbound-error';

const MAX_HEADERS = 200;
/** The maximum number of interim (1xx) responses before the final one. */
const MAX_INTERIM_ANSWERS = 10;
const NO_BODY = Buffer.alloc(0);

/** A response of the other side. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The bytes as sent, never decompressed. */
  body: Buffer;
  /** Whether `body` is incomplete: there was more than is kept, or it broke off or was cut off. */
  truncated: boolean;
  /** Whether the body was cut off, because it exceeded the byte limit of the exchange or took too long. */
  cutOff: boolean;
}

/**
 * Receives one response through undici's lowest-level interface, since a stream per body would cost more than
 * everything else. Keeps the first bytes of the body and reads the rest to its end, so that the connection can serve
 * the next request, but no further than the meter permits.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /**
   * Rejects with an OutboundError if no valid response arrives or the caller aborts. Otherwise, a response counts once
   * its headers have arrived, even if its body breaks off or never ends.
   */
  readonly answer: Promise<Answer>;
  private resolve!: (answer: Answer) => void;
  private reject!: (error: OutboundError) => void;
  private controller: Dispatcher.DispatchController | undefined;
  private endedBy: OutboundError | undefined;
  private head: Pick<Answer, 'status' | 'headers'> | undefined;
  private chunks: Buffer[] | undefined;
  private size = 0;
  private countInterimAnswer: (() => void) | undefined;

  /**
   * @param bodyBytes how much of the body is kept.
   * @param writeUntil the time of `performance.now()` after which nothing is written: a process that was stopped resumes with
   * requests that it had begun before its timers have ended them.
   * @param onWrite called right before the first byte of the request is written.
   */
  constructor(
    private readonly bodyBytes: number,
    private readonly writeUntil: number,
    private readonly onWrite?: () => void,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Ends the exchange. If the reason is `aborted`, there is no answer, even if part of one has arrived. */
  end(reason: OutboundError): void {
    this.endedBy = reason;
    this.fail(reason);
    this.controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It may have been ended while the connection was being established.
    if (this.endedBy) controller.abort(this.endedBy);
    else if (performance.now() > this.writeUntil) this.end(new OutboundError('timeout'));
    else this.onWrite?.();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return (this.countInterimAnswer ??= countInterimAnswers())();
    if (Object.keys(headers).length > MAX_HEADERS) return this.end(new OutboundError('protocol'));
    this.head = { status, headers };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.size < this.bodyBytes) (this.chunks ??= []).push(chunk);
    this.size += chunk.length;
  }

  onResponseEnd(): void {
    if (this.head) this.resolve(this.answerOf(this.head, 'whole'));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** Settles the answer. Only the first end has an effect. */
  private fail(error: Error): void {
    const reason = toOutboundError(error);
    if (!this.head || reason.kind === 'aborted') this.reject(reason);
    else this.resolve(this.answerOf(this.head, isEndless(error) ? 'endless' : 'broken'));
  }

  private answerOf(head: Pick<Answer, 'status' | 'headers'>, bodyIs: 'whole' | 'broken' | 'endless'): Answer {
    // Most responses have no body, and a new empty buffer costs as much as any other.
    const body = this.chunks ? Buffer.concat(this.chunks).subarray(0, this.bodyBytes) : NO_BODY;
    const truncated = bodyIs !== 'whole' || this.size > this.bodyBytes;
    return { status: head.status, headers: head.headers, body, truncated, cutOff: bodyIs === 'endless' };
  }
}

/** Returns a counter of interim (1xx) responses, which throws an ExcessError when there are too many. */
export function countInterimAnswers(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > MAX_INTERIM_ANSWERS) throw new ExcessError('There were too many interim answers.');
  };
}

/** Returns whether this error means that the body exceeded the byte limit or the timeout. */
function isEndless(error: unknown): boolean {
  if (error instanceof ExcessError || error instanceof errors.HeadersOverflowError) return true;
  return error instanceof OutboundError && error.kind === 'timeout';
}

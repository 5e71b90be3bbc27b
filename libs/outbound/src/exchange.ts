import type { IncomingHttpHeaders } from 'node:http';
import { errors, type Dispatcher } from 'undici';
import { ExcessError } from './metered-connection';
import { OutboundError, toOutboundError } from './outbound-error';

const MAX_HEADERS = 200;
/** Answers of status 1xx before the real one. */
const MAX_INTERIM_ANSWERS = 10;
const NO_BODY = Buffer.alloc(0);

/** What the other side answered. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As sent: never decompressed. */
  body: Buffer;
  /** Whether this is not the whole body: it had more than is kept of it, broke off, or would not end. */
  truncated: boolean;
  /** Whether it would not end: it had more bytes than are read at all, or took too long. */
  cutOff: boolean;
}

/**
 * Takes one answer from undici, at its lowest interface: a stream for each body would cost more than all the rest. The
 * first bytes of the body are kept. The rest is read to its end, so that the connection can serve the next request,
 * but no further than the meter permits.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /**
   * Rejects with an OutboundError when no valid answer comes. It counts from its headers on, even if its body breaks off
   * or never ends.
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
   * @param onLeave called right before the first byte of the request is written.
   */
  constructor(
    private readonly bodyBytes: number,
    private readonly onLeave?: () => void,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Gives up on what is still to come. What is `aborted` has no answer, however much of it has come. */
  end(reason: OutboundError): void {
    this.endedBy = reason;
    this.fail(reason);
    this.controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It may have ended while the connection was made.
    if (this.endedBy) controller.abort(this.endedBy);
    else this.onLeave?.();
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

  /** What comes after the first end changes nothing. */
  private fail(error: Error): void {
    const reason = toOutboundError(error);
    if (!this.head || reason.kind === 'aborted') this.reject(reason);
    else this.resolve(this.answerOf(this.head, isEndless(error) ? 'endless' : 'broken'));
  }

  private answerOf(head: Pick<Answer, 'status' | 'headers'>, bodyIs: 'whole' | 'broken' | 'endless'): Answer {
    // Most answers have no body, and an empty buffer costs as much as any other.
    const body = this.chunks ? Buffer.concat(this.chunks).subarray(0, this.bodyBytes) : NO_BODY;
    const truncated = bodyIs !== 'whole' || this.size > this.bodyBytes;
    return { status: head.status, headers: head.headers, body, truncated, cutOff: bodyIs === 'endless' };
  }
}

/** Counts answers of status 1xx. The call that is one too many throws an ExcessError. */
export function countInterimAnswers(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > MAX_INTERIM_ANSWERS) throw new ExcessError('There were too many interim answers.');
  };
}

/** Whether a body ended with this error because it would not end by itself: it had more bytes, or took more time. */
function isEndless(error: unknown): boolean {
  if (error instanceof ExcessError || error instanceof errors.HeadersOverflowError) return true;
  return error instanceof OutboundError && error.kind === 'timeout';
}

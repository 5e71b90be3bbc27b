import type { IncomingMessage } from 'node:http';

/**
 * How fast a body must arrive: whole within a time of its headers, or for as long as it makes progress, which is so
 * many bytes in each stretch of time.
 */
export type BodyDeadline =
  { readonly wholeWithinMs: number } | { readonly atLeastBytes: number; readonly everyMs: number };

/** The answer to the request whose body is watched. */
export interface WatchedAnswer {
  isGiven: () => boolean;
  /** Answers that the request did not arrive in time. */
  giveLate: () => void;
}

/** How long a client that was told it is late may take to read that, and to send the rest. */
const LINGER_MS = 1_000;

/**
 * Holds one request to the deadline of its body. Who misses it is answered and let go a moment later; who was answered
 * before (a refusal needs no body) is let go at once.
 */
export class BodyWatch {
  private cancelCheck: () => void;
  private bytesBefore: number;

  constructor(
    private readonly request: IncomingMessage,
    private deadline: BodyDeadline,
    private answer: WatchedAnswer,
  ) {
    this.bytesBefore = request.socket.bytesRead;
    this.cancelCheck = this.checkAfter(untilCheckMs(deadline));
    request.once('close', () => this.cancelCheck());
  }

  /** Goes on with what the route of the request says. */
  follow(deadline: BodyDeadline, answer: WatchedAnswer): void {
    this.answer = answer;
    if (deadline === this.deadline) return;
    this.deadline = deadline;
    this.cancelCheck();
    this.cancelCheck = this.checkAfter(untilCheckMs(deadline));
  }

  /** What arrived while this process stood still is read before the client is judged. @returns how to cancel it. */
  private checkAfter(ms: number): () => void {
    let immediate: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => (immediate = setImmediate(() => this.check())), ms).unref();
    return () => {
      clearTimeout(timer);
      clearImmediate(immediate);
    };
  }

  private check(): void {
    if (this.request.complete) return;
    if (this.answer.isGiven()) {
      // With the connection; whoever still reads the body learns that it ended.
      this.request.destroy(new Error('The request did not arrive in time.'));
    } else if (this.makesProgress()) {
      this.cancelCheck = this.checkAfter(untilCheckMs(this.deadline));
    } else {
      this.answer.giveLate();
      this.cancelCheck = this.checkAfter(LINGER_MS);
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

function untilCheckMs(deadline: BodyDeadline): number {
  return 'everyMs' in deadline ? deadline.everyMs : deadline.wholeWithinMs;
}

/** Where an event is in the stream. */
export interface StreamPlace {
  readonly sequence: number;
  /** When the stream stored it, by the clock of NATS, in epoch milliseconds. */
  readonly atMs: number;
}

/** What to make of a delivery: a `gap` and a `loss` end the consumer, and the next one begins where this one stopped. */
export type Verdict =
  | 'next'
  /** It was read before. */
  | 'known'
  /** Deliveries before it are missing. */
  | 'gap'
  /** Another event has the place of the one that was read last: the stream has lost its end. */
  | 'loss';

/** Checks that one consumer delivers everything, in order. A consumer delivers first what was read last, as a proof. */
export class StreamOrder {
  private delivered = 0;

  /** @param last what was read last, with which the consumer begins; null: it begins with what is new. */
  constructor(private readonly last: StreamPlace | null) {}

  /** @param number counts the deliveries of the consumer, from 1. */
  judge(place: StreamPlace, number: number): Verdict {
    if (number !== this.delivered + 1) return 'gap';
    this.delivered = number;
    if (this.last === null || place.sequence > this.last.sequence) return 'next';
    if (place.atMs === this.last.atMs) return 'known';
    this.delivered = Number.NaN;
    return 'loss';
  }

  /** Whether as many deliveries have come as the consumer has made. */
  hasRead(deliveries: number): boolean {
    return this.delivered >= deliveries;
  }
}

/**
 * Reads the subject to which a delivery would be acknowledged: `$JS.ACK.<stream>.<consumer>.<tries>.<sequence>.<number>.<nanoseconds>.<pending>`,
 * with domain and account before the stream on newer servers, and a random token at the end.
 */
export function readDelivery(reply: string): { place: StreamPlace; number: number } {
  const tokens = reply.split('.');
  const first = tokens.length > 9 ? 7 : 5;
  const [sequence, number, nanoseconds] = tokens.slice(first);
  // Beyond 2^53, as a number, it would lose digits of the milliseconds, too.
  const atMs = Number(nanoseconds!.slice(0, -6));
  return { place: { sequence: Number(sequence), atMs }, number: Number(number) };
}

/** How people write to the business numbers. */
export type Pace =
  /** A fixed number of messages per second, in any case. */
  | { kind: 'fixed'; perSecond: number }
  /** Each person writes again when the webhook of the previous message has arrived. */
  | { kind: 'waiting'; people: number }
  /** Each person writes again when the network has accepted the previous message. */
  | { kind: 'saturation'; people: number };

export interface Writing {
  pace: Pace;
  seconds: number;
  sandboxUrl: string;
  /** The numbers to write to, in turn. */
  businessNumbers: string[];
}

export interface WritingResult {
  /** Number of messages that the network accepted; each was followed by its signed webhook. */
  started: number;
  /** Number of webhooks that arrived before the last message was written. */
  arrivedMeanwhile: number;
  /** Until the last message was written. */
  seconds: number;
  /** From the moment when a person writes to the signed webhook at the receiver. */
  p50Ms: number;
  p99Ms: number;
  /** From the last message to the last webhook. */
  restMs: number;
}

/** Orders of the bench to the process with the people and the receivers. */
export type Order = { listen: number } | { trust: string[] } | { write: Writing } | 'count';

/** Answers of that process. */
export type Report =
  | { urls: string[] }
  | { trusted: true }
  | { arrived: number }
  | { result: WritingResult }
  | { failure: string };

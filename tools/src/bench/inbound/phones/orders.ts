/** How people write to the business numbers. */
export type Pace =
  /** So many messages a second, come what may. */
  | { kind: 'fixed'; perSecond: number }
  /** Each person writes again when the webhook of the last message has arrived. */
  | { kind: 'waiting'; people: number }
  /** Each person writes again when the network has taken the last message. */
  | { kind: 'saturation'; people: number };

export interface Writing {
  pace: Pace;
  seconds: number;
  sandboxUrl: string;
  /** The numbers that are written to, in turn. */
  businessNumbers: string[];
}

export interface WritingResult {
  /** How many messages the network took; each was followed by its signed webhook. */
  started: number;
  /** How many webhooks arrived until the last message was written. */
  arrivedMeanwhile: number;
  /** Until the last message was written. */
  seconds: number;
  /** From the moment when a person writes to the signed webhook at the receiver. */
  p50Ms: number;
  p99Ms: number;
  /** From the last message to the last webhook. */
  restMs: number;
}

/** What the bench tells the process of the people and the receivers. */
export type Order = { listen: number } | { trust: string[] } | { write: Writing } | 'count';

/** What that process answers. */
export type Report =
  | { urls: string[] }
  | { trusted: true }
  | { arrived: number }
  | { result: WritingResult }
  | { failure: string };

/** One request: its headers, and its body for what is not read only. */
export interface LoadRequest {
  /** `{number}` in an `idempotency-key` becomes such a number, too. */
  headers: Record<string, string>;
  /** `{number}` in it becomes a seven-digit number that no other request of this generator carries. */
  body?: string;
}

/** A load: as many requests as so many connections get answered, one at a time each. */
export interface Load {
  url: string;
  method: 'GET' | 'POST';
  /** Sent in turn. */
  requests: LoadRequest[];
  connections: number;
  seconds: number;
}

export interface LoadResult {
  /** How many were answered. */
  requests: number;
  /** How many were sent. Those under way when the time was up are worked on, too. */
  started: number;
  /** From the first request to the last answer. */
  seconds: number;
  /** In a paced load from the moment when the request was due. */
  p50Ms: number;
  p99Ms: number;
}

/** So many requests a second, however long the answers take. */
export interface PacedLoad extends Omit<Load, 'method' | 'connections'> {
  perSecond: number;
}

/** Answers that are read and thrown away as they come, so that large ones cost the generator little. */
export interface Downloads extends Omit<Load, 'method' | 'requests'> {
  headers: Record<string, string>;
}

/** What the bench tells the process that makes the load. */
export type LoadOrder = { load: Load } | { paced: PacedLoad } | { downloads: Downloads } | 'count';

/** What that process answers: how many requests of this load were answered so far, or the end. */
export type LoadReport = { answered: number } | { result: LoadResult } | { failure: string };

/** One request: its headers, and its body unless it only reads. */
export interface LoadRequest {
  /** `{number}` in an `idempotency-key` is replaced by such a number, too. */
  headers: Record<string, string>;
  /** `{number}` is replaced by a seven-digit number that is unique within this generator. */
  body?: string;
  /** Replaces the path of the load's URL. */
  path?: string;
}

/** A load: as many requests as a number of connections can make, one at a time each. */
export interface Load {
  url: string;
  method: 'GET' | 'POST';
  /** Sent in turn. */
  requests: LoadRequest[];
  connections: number;
  seconds: number;
}

export interface LoadResult {
  /** Number of answered requests. */
  requests: number;
  /** Number of sent requests. Those in progress at the end are processed, too. */
  started: number;
  /** From the first request to the last answer. */
  seconds: number;
  /** In a paced load, from the moment when the request was due. */
  p50Ms: number;
  p99Ms: number;
}

/** A fixed number of requests per second, however long the answers take. */
export interface PacedLoad extends Omit<Load, 'method' | 'connections'> {
  perSecond: number;
}

/** Answers that are discarded while they are read, so that large ones cost the generator little. */
export interface Downloads extends Omit<Load, 'method' | 'requests'> {
  headers: Record<string, string>;
}

/** Orders of the bench to the process that makes the load. */
export type LoadOrder = { load: Load } | { paced: PacedLoad } | { downloads: Downloads } | 'count';

/** Answers of that process: the number of requests answered so far, or the end. */
export type LoadReport = { answered: number } | { result: LoadResult } | { failure: string };

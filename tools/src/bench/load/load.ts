/** A load: as many requests as so many connections get answered, one at a time each. */
export interface Load {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** Sent in turn; none for requests without a body. */
  bodies: string[];
  connections: number;
  seconds: number;
}

export interface LoadResult {
  requests: number;
  /** From the first request to the last answer. */
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

/** What the process that makes the load says in the end. */
export type LoadReport = { result: LoadResult } | { failure: string };

/** `open`: so many streams more, the headers in turn. `close`: all of them. `count`: how many events came so far. */
export type ReadersOrder =
  { open: number; url: string; headers: readonly Record<string, string>[] } | 'close' | 'count';

export type ReadersReport = { open: number } | { events: number } | { failure: string };

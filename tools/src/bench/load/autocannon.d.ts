/** The part of autocannon that we use; it brings no types of its own. */
declare module 'autocannon' {
  interface Request {
    body?: string;
    [member: string]: unknown;
  }

  interface Options {
    url: string;
    method: string;
    headers: Record<string, string>;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds; also how often it looks whether the time is up. */
    sampleInt: number;
    requests?: { setupRequest: (request: Request) => Request }[];
  }

  interface Result {
    errors: number;
    non2xx: number;
    statusCodeStats: Record<string, { count: number }>;
  }

  interface Run extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void;
    on(event: 'reqError', listener: (error: Error) => void): void;
  }

  export default function autocannon(options: Options): Run;
}

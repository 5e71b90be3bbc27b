/** The part of autocannon that we use; it has no types of its own. */
declare module 'autocannon' {
  interface Request {
    headers?: Record<string, string>;
    body?: string | undefined;
    /** Creates the request anew each time. */
    setupRequest?: (request: Request) => Request;
    [member: string]: unknown;
  }

  interface Options {
    url: string;
    method: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds; also how often it checks whether the duration is over. */
    sampleInt: number;
    /** Seconds after which a request without an answer has failed. */
    timeout: number;
    requests: Request[];
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

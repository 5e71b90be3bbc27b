import { until } from './until';

/** One frame of server-sent events; comments have none. */
export interface StreamFrame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: {
    readonly id?: string;
    readonly type: string;
    readonly timestamp?: string;
    readonly resource?: string;
    readonly data?: object;
  };
}

/** Reads one event stream, as a program with `fetch` does. */
export class EventStreamReader {
  readonly frames: StreamFrame[] = [];
  /** The last id, from which the stream can be resumed. */
  lastId: string | undefined;
  hasEnded = false;
  private body: ReadableStreamDefaultReader<Uint8Array> | undefined;

  private constructor(
    readonly status: number,
    readonly headers: Headers,
    /** The body of a refusal. */
    readonly error: { code: string; message: string } | undefined,
  ) {}

  /** @param url of the API, or of the whole stream. */
  static async open(
    url: string,
    headers: Record<string, string>,
    { cursor, lastEventId }: { cursor?: string; lastEventId?: string } = {},
  ): Promise<EventStreamReader> {
    const target = new URL(url);
    if (target.pathname === '/') target.pathname = '/v1/events/stream';
    if (cursor !== undefined) target.searchParams.set('cursor', cursor);
    const response = await fetch(target, {
      headers: { ...headers, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    });
    const { error } = (response.ok ? {} : await response.json()) as {
      error?: { code: string; message: string };
    };
    const reader = new EventStreamReader(response.status, response.headers, error);
    if (response.ok) void reader.read(response.body!);
    else reader.hasEnded = true;
    return reader;
  }

  /** The frames without `hello`, hints and comments. */
  get told(): StreamFrame[] {
    return this.frames.filter(({ event }) => event !== undefined && event !== 'hello' && event !== 'changed');
  }

  /** The ids of its events, in their order; `reset` for a reset. */
  get events(): string[] {
    return this.told.map(({ event, data }) => (event === 'reset' ? 'reset' : data!.id!));
  }

  async until(condition: (reader: this) => boolean, describe: string, timeoutMs = 10_000): Promise<this> {
    await until(() => condition(this), { describe, timeoutMs });
    return this;
  }

  /** Aborting the signal is not enough (nodejs/undici#3644). */
  close(): void {
    void this.body?.cancel().catch(() => undefined);
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      const reader = (this.body = body.getReader());
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const frames = (rest + decoder.decode(part.value, { stream: true })).split('\n\n');
        rest = frames.pop()!;
        for (const text of frames) this.keep(text);
      }
    } catch {
      // It was cut or closed.
    }
    this.hasEnded = true;
  }

  private keep(text: string): void {
    const fields = text.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    });
    const { id, event, data } = Object.fromEntries(fields) as Record<string, string | undefined>;
    if (id !== undefined) this.lastId = id;
    this.frames.push({
      id,
      event,
      data: data === undefined ? undefined : (JSON.parse(data) as StreamFrame['data']),
    });
  }
}

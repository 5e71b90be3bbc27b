/** One frame of server-sent events. */
export interface EventFrame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/**
 * Reads the frames of a body until it ends or the signal is aborted; one that is cut off is not returned.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<EventFrame> {
  const reader = body.getReader();
  // `fetch` of Node forgets its signal when the request is collected as garbage (nodejs/undici#3644).
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  try {
    const decoder = new TextDecoder();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const frames = (rest + decoder.decode(part.value, { stream: true })).split('\n\n');
      rest = frames.pop()!;
      for (const frame of frames) yield parseFrame(frame);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

function parseFrame(text: string): EventFrame {
  const fields = text.split('\n').map((line): [string, string] => {
    const colon = line.indexOf(':');
    return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
  });
  return Object.fromEntries(fields);
}

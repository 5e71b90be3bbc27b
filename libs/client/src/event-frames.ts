/** One frame of server-sent events. */
export interface EventFrame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/** Reads the frames of a body; one that is cut off is not returned. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export async function* readFrames(body: AsyncIterable<Uint8Array>): AsyncGenerator<EventFrame> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const frames = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = frames.pop()!;
    for (const frame of frames) yield parseFrame(frame);
  }
}

function parseFrame(text: string): EventFrame {
  const fields = text.split('\n').map((line): [string, string] => {
    const colon = line.indexOf(':');
    return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
  });
  return Object.fromEntries(fields);
}

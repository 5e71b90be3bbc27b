import { addressOf } from '../api/call';
import { frameNames, type Frame } from './events.rules';

/** `late`: what is shown may be out of date. */
export type LiveState = 'connecting' | 'live' | 'late';

/**
 * Between attempts after the server refused the stream, such as one that has just started; the browser itself repeats what was cut.
 * The last one is short, since nothing new is shown until it is over.
 */
const PAUSES_MS = [1_000, 2_000, 5_000];

interface Listener {
  readonly onFrame: (frame: Frame, id: string) => void;
  readonly onState: (state: LiveState) => void;
}

/** One stream of events, which is opened again until it is closed. @returns what closes it. */
export function openStream(cursor: string | undefined, { onFrame, onState }: Listener): () => void {
  let last = cursor;
  let failures = 0;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    // Without a place to resume from, what was read before the first word may lack something.
    let isFresh = last === undefined;
    source = new EventSource(addressOf('events/stream', { cursor: last }));
    for (const name of frameNames)
      source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        failures = 0;
        if (lastEventId !== '') last = lastEventId;
        onState('live');
        onFrame({ name: isFresh ? 'reset' : name, data: JSON.parse(data) }, lastEventId);
        isFresh = false;
      });
    source.onerror = () => {
      onState('late');
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)]);
    };
  };
  const openNow = () => {
    clearTimeout(timer);
    source.close();
    open();
  };
  open();
  addEventListener('online', openNow);
  return () => {
    removeEventListener('online', openNow);
    clearTimeout(timer);
    source.close();
  };
}

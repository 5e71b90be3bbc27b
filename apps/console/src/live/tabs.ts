import type { Frame } from './events.rules';
import { openStream, type LiveState } from './connection';

const NAME = 'console-live';

type TabMessage =
  | { readonly what: 'frame'; readonly frame: Frame; readonly id: string }
  | { readonly what: 'state'; readonly state: LiveState }
  | { readonly what: 'question' };

interface Listener {
  readonly onFrame: (frame: Frame) => void;
  readonly onState: (state: LiveState) => void;
}

/**
 * Listens to the events of the account. Of all tabs of a browser, one has the stream and tells the others: a browser opens
 * only six connections to a host, and a person may have only five streams. When that tab closes, another one resumes where
 * it was. Where tabs cannot agree (http, except on this machine), each that is looked at has its own.
 * @returns what ends it.
 */
export function listen(listener: Listener): () => void {
  // TypeScript does not know that it is absent on pages without a secure context.
  const locks = navigator.locks as LockManager | undefined;
  return locks ? listenTogether(locks, listener) : listenWhileSeen(listener);
}

function listenTogether(locks: LockManager, { onFrame, onState }: Listener): () => void {
  const channel = new BroadcastChannel(NAME);
  const ending = new AbortController();
  let cursor: string | undefined;
  let current: LiveState = 'connecting';
  let isLeader = false;
  const post = (message: TabMessage) => channel.postMessage(message);
  const receive = (message: TabMessage) => {
    if (message.what === 'question') {
      if (isLeader) post({ what: 'state', state: current });
      return;
    }
    if (message.what === 'state') {
      onState((current = message.state));
      return;
    }
    if (message.id !== '') cursor = message.id;
    onFrame(message.frame);
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);
  post({ what: 'question' });
  const lead = () =>
    new Promise<void>((resolve) => {
      isLeader = true;
      const pass = (message: TabMessage) => {
        post(message);
        receive(message);
      };
      const close = openStream(cursor, {
        onFrame: (frame, id) => pass({ what: 'frame', frame, id }),
        onState: (state) => state !== current && pass({ what: 'state', state }),
      });
      ending.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  locks.request(NAME, { signal: ending.signal }, lead).catch(() => undefined);
  return () => {
    ending.abort();
    channel.close();
  };
}

function listenWhileSeen({ onFrame, onState }: Listener): () => void {
  let cursor: string | undefined;
  let close: (() => void) | undefined;
  const follow = () => {
    if (document.visibilityState !== 'visible') {
      close?.();
      close = undefined;
    } else
      close ??= openStream(cursor, {
        onState,
        onFrame: (frame, id) => {
          if (id !== '') cursor = id;
          onFrame(frame);
        },
      });
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close?.();
  };
}

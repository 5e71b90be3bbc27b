import { useSyncExternalStore } from 'react';

/** How long a part is tried for before the page says that it is outdated: a rollout takes about that long. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 3_000;

let isOutdated = false;
const listeners = new Set<() => void>();
/** Styles that a browser could not load; Vite asks for each only once. */
const missingStyles = new Set<string>();
/** How many other addresses modules were asked for under. */
let addresses = 0;

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target.href);
  },
  true,
);

/** A part of this page that its server no longer has. Only a new page, which the person loads, has a new one. */
export class PartMissing extends Error {
  constructor(cause: unknown) {
    super('A part of this page is no longer there.', { cause });
  }
}

/** Whether a part of this page has been replaced by a new version. */
export function useOutdated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOutdated,
  );
}

/**
 * Loads a part of the page as often as it takes: during a rollout, one of several gateways may not have it, and a network may
 * be away. Never reloads the page, where somebody may be writing. @throws PartMissing once the server answers without it.
 */
export function part<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const since = Date.now();
    let attempt = load;
    for (;;) {
      try {
        await Promise.all([...missingStyles].map(loadStyle));
        return await attempt();
      } catch (error) {
        if (Date.now() - since > PATIENCE_MS && (await isServerThere())) {
          isOutdated = true;
          for (const listener of listeners) listener();
          throw new PartMissing(error);
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        attempt = anew(load, error);
      }
    }
  };
}

/**
 * Loads a module under another address than before: browsers remember that they could not load one, and never ask for it
 * again. Chromium and Firefox say which one it was, Safari does not, and asks again by itself. `load` must do nothing but import.
 */
function anew<T>(load: () => Promise<T>, error: unknown): () => Promise<T> {
  const address = /https?:\/\/\S+?\.js/.exec(String(error))?.[0];
  return address === undefined
    ? load
    : () => import(/* @vite-ignore */ `${address}?try=${(addresses += 1)}`) as Promise<T>;
}

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => {
      missingStyles.delete(href);
      resolve();
    };
    link.onerror = () => {
      link.remove();
      reject(new Error('A style could not be loaded.'));
    };
    document.head.append(link);
  });
}

async function isServerThere(): Promise<boolean> {
  const answer = await fetch(new URL('icon.svg', document.baseURI), { cache: 'no-store' }).catch(() => null);
  return answer?.ok === true;
}

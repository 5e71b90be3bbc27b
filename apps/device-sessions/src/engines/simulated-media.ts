import { Readable } from 'node:stream';
import { MEDIA_PATH } from '@chat/device-network';
import { MediaGoneError } from './device-engine';

/** How long one transfer may take. */
const TRANSFER_TIMEOUT_MS = 10 * 60 * 1000;

/** The bytes of messages on the sandbox's network, as streams. */
export class SimulatedMedia {
  private readonly url: string;

  constructor(networkUrl: string) {
    this.url = new URL(MEDIA_PATH, networkUrl.replace(/^ws/, 'http')).href;
  }

  async upload(credentials: string, bytes: Readable, signal: AbortSignal): Promise<string> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials}`, 'content-type': 'application/octet-stream' },
      body: Readable.toWeb(bytes),
      duplex: 'half',
      signal: withinTime(signal),
    });
    if (!response.ok) throw unexpected(await refusedWith(response));
    return ((await response.json()) as { ref: string }).ref;
  }

  async download(ref: string, signal: AbortSignal): Promise<Readable> {
    const response = await fetch(`${this.url}/${encodeURIComponent(ref)}`, { signal: withinTime(signal) });
    if (response.ok && response.body) return Readable.fromWeb(response.body);
    const status = await refusedWith(response);
    if (status === 404 || status === 410) throw new MediaGoneError(`The network answered ${status}.`);
    throw unexpected(status);
  }
}

function withinTime(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(TRANSFER_TIMEOUT_MS)]);
}

async function refusedWith(response: Response): Promise<number> {
  await response.body?.cancel();
  return response.status;
}

function unexpected(status: number): Error {
  return new Error(`The network answered ${status} for media.`);
}

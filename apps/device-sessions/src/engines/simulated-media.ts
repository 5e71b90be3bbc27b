import type { Readable } from 'node:stream';
import { request, type Dispatcher } from 'undici';
import { MEDIA_PATH } from '@chat/device-network';
import { MediaGoneError } from '@chat/connector-kit';
import { MediaExpiredError, type UploadKind } from './device-engine';

interface Upload {
  /** Of the linked device. */
  credentials: string;
  kind: UploadKind;
  bytes: Readable;
  signal: AbortSignal;
}

/**
 * Transfers the bytes of messages to and from the sandbox's network, as streams. Uses undici directly, because `fetch`
 * reads a Node.js stream into memory without backpressure.
 */
export class SimulatedMedia {
  private readonly url: string;

  constructor(networkUrl: string) {
    this.url = new URL(MEDIA_PATH, networkUrl.replace(/^ws/, 'http')).href;
  }

  async upload({ credentials, kind, bytes, signal }: Upload): Promise<string> {
    const response = await request(this.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credentials}`,
        'content-type': 'application/octet-stream',
        'x-media-kind': kind,
      },
      body: bytes,
      signal,
    });
    if (response.statusCode !== 200) throw unexpected(letGoOf(response));
    return ((await response.body.json()) as { ref: string }).ref;
  }

  async download(ref: string, signal: AbortSignal): Promise<Readable> {
    const url = `${this.url}/${encodeURIComponent(ref)}`;
    const response = await request(url, { signal });
    if (response.statusCode === 200) return response.body;
    const status = letGoOf(response);
    if (status === 410) throw new MediaExpiredError(`The network answered ${status}.`);
    if (status === 404) throw new MediaGoneError(`The network answered ${status}.`);
    throw unexpected(status);
  }
}

/** @returns the status. */
function letGoOf({ statusCode, body }: Dispatcher.ResponseData): number {
  body.on('error', () => undefined).destroy();
  return statusCode;
}

function unexpected(status: number): Error {
  return new Error(`The network answered ${status} for media.`);
}

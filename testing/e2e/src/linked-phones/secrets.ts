import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { SecretBox, secretKeysOf } from '@chat/service-kit';
import type { Stack } from '@chat/test-kit';

/** Shorter pieces would be found by chance. */
const MIN_LENGTH = 6;
const BASE64 = /[A-Za-z0-9+/]{40,}={0,2}/g;

/** What must not be written down, in every spelling in which programs print bytes. */
export class Secrets {
  private readonly texts = new Set<string>();

  /** @param secretKey the `SECRET_KEY` of the installation. */
  constructor(private readonly secretKey: string) {}

  get count(): number {
    return this.texts.size;
  }

  /** @returns what was given. */
  add(...texts: string[]): string[] {
    for (const text of texts) {
      if (text.length < MIN_LENGTH) throw new Error(`${text} is too short to be looked for.`);
      this.texts.add(text);
    }
    return texts;
  }

  /** Adds a picture of a code, and the keys in it. @returns the picture. */
  addQr(dataUri: string): string {
    const base64 = dataUri.split(',')[1]!;
    const { data, width, height } = PNG.sync.read(Buffer.from(base64, 'base64'));
    const text = jsQR(new Uint8ClampedArray(data), width, height)!.data;
    this.add(base64, text);
    const [ref = '', ...keys] = text.slice(text.indexOf('#') + 1).split(',');
    this.add(ref);
    for (const key of keys.filter(({ length }) => length > 40)) this.addBytes(Buffer.from(key, 'base64'));
    return dataUri;
  }

  /** Adds all that the sessions of the installation keep. */
  async addKeys(stack: Stack): Promise<void> {
    const secretKeys = secretKeysOf({
      SECRET_KEY: Buffer.from(this.secretKey, 'base64'),
      SECRET_KEYS_ACCEPTED: [],
    });
    const states = new SecretBox(secretKeys, 'device-sessions');
    const sessions = await stack.query<{ account_id: string; channel_id: string; credentials: Buffer }>(
      'SELECT account_id, channel_id, credentials FROM device_sessions.sessions WHERE credentials IS NOT NULL',
    );
    for (const { account_id: account, channel_id: channel, credentials } of sessions)
      this.addPieces(states.openBytes(credentials, `sessions/${account}/${channel}`));

    const keys = new SecretBox(secretKeys, 'device-sessions/keys');
    const rows = await stack.query<
      Record<'account_id' | 'channel_id' | 'kind' | 'id', string> & { value: Buffer }
    >('SELECT account_id, channel_id, kind, id, value FROM device_sessions.session_keys');
    for (const { account_id, channel_id, kind, id, value } of rows)
      this.addPieces(keys.openBytes(value, JSON.stringify([account_id, channel_id, kind, id].map(String))));
  }

  /** @returns the beginnings of those that are in the text. */
  foundIn(text: string): string[] {
    return [...this.texts].filter((secret) => text.includes(secret)).map((secret) => secret.slice(0, 12));
  }

  /** Adds the keys in what a session keeps: a text with Base64 in it. */
  private addPieces(bytes: Uint8Array): void {
    for (const [piece] of Buffer.from(bytes).toString('utf8').matchAll(BASE64)) {
      this.texts.add(piece);
      this.addBytes(Buffer.from(piece, 'base64'));
    }
  }

  private addBytes(bytes: Buffer): void {
    if (bytes.length < 32) return;
    const some = bytes.subarray(0, 16);
    const hex = some.toString('hex');
    const spellings = [
      bytes.toString('base64'),
      bytes.toString('base64url'),
      hex,
      hex.match(/../g)!.join(' '),
    ];
    for (const spelling of [...spellings, [...some].join(','), [...some].join(', ')])
      this.texts.add(spelling);
  }
}

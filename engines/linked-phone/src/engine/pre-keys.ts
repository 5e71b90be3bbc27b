import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { SessionStore } from '@chat/device-sessions/engines';
import {
  getBinaryNodeChild,
  INITIAL_PREKEY_COUNT,
  type AuthenticationCreds,
  type BinaryNode,
  type KeyPair,
  type WASocket,
} from '@whiskeysockets/baileys';
import { writeState } from './credentials';
import { encode } from './session-keys';

/** A few milliseconds of work. */
const PORTION = 20;
const KEY_BYTES = 32;
const generate = promisify(generateKeyPair);

/**
 * Makes the keys that the network wants from a device that was just linked. The library makes all of them at once, during which
 * no other session of the process does anything; here threads of Node do, in portions. Where they exist, the library uploads these.
 * Can go when it does the same.
 *
 * They are stored before the state that counts them: after a crash in between, they are made anew, and nobody has the others.
 */
export async function makePreKeys(
  creds: AuthenticationCreds,
  socket: WASocket,
  session: SessionStore,
): Promise<void> {
  const attrs = { to: 's.whatsapp.net', type: 'get', xmlns: 'encrypt' };
  const answer = (await socket.query({
    tag: 'iq',
    attrs,
    content: [{ tag: 'count', attrs: {} }],
  })) as BinaryNode;
  if (getBinaryNodeChild(answer, 'count')?.attrs.value !== '0') return;
  const first = creds.nextPreKeyId;
  for (let next = first; next < first + INITIAL_PREKEY_COUNT; next += PORTION) {
    const length = Math.min(PORTION, first + INITIAL_PREKEY_COUNT - next);
    const ids = Array.from({ length }, (_, at) => next + at);
    const pairs = await Promise.all(ids.map(() => makePair()));
    await session.writeKeys(
      ids.map((id, at) => ({ kind: 'pre-key', id: String(id), value: encode(pairs[at]) })),
    );
  }
  creds.nextPreKeyId = first + INITIAL_PREKEY_COUNT;
  await session.saveState(writeState(creds));
}

/** The keys are the last bytes of either encoding. */
async function makePair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await generate('x25519', {
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  });
  return { private: privateKey.subarray(-KEY_BYTES), public: publicKey.subarray(-KEY_BYTES) };
}

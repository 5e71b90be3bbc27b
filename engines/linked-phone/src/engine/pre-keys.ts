import { setImmediate } from 'node:timers/promises';
import type { SessionStore } from '@chat/device-sessions/engines';
import {
  Curve,
  getBinaryNodeChild,
  INITIAL_PREKEY_COUNT,
  type AuthenticationCreds,
  type BinaryNode,
  type WASocket,
} from '@whiskeysockets/baileys';
import { writeState } from './credentials';
import { encode } from './session-keys';

/** A few milliseconds of work. */
const PORTION = 20;

/**
 * Makes the keys that the network wants from a device that was just linked. The library makes all of them at once, during which
 * no other session of the process does anything. Where they exist, it uploads these. Can go when it makes them in portions.
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
  for (let id = first; id < first + INITIAL_PREKEY_COUNT; id += PORTION) {
    const ids = Array.from(
      { length: Math.min(PORTION, first + INITIAL_PREKEY_COUNT - id) },
      (_, at) => id + at,
    );
    await session.writeKeys(
      ids.map((each) => ({ kind: 'pre-key', id: String(each), value: encode(Curve.generateKeyPair()) })),
    );
    await setImmediate();
  }
  creds.nextPreKeyId = first + INITIAL_PREKEY_COUNT;
  await session.saveState(writeState(creds));
}

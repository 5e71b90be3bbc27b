import {
  encodeBigEndian,
  generateSignalPubKey,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  KEY_BUNDLE_TYPE,
  type BinaryNode,
} from '@whiskeysockets/baileys';

export interface PublicKey {
  id: number;
  value: Uint8Array;
}

/** What another device needs to begin a session with a device that is not there. */
export interface KeyBundle {
  registrationId: number;
  identity: Uint8Array;
  signed: PublicKey & { signature: Uint8Array };
  /** Each is given out once; null when they are used up. */
  once: PublicKey | null;
}

const ID_BYTES = 3;

/** Returns the children that say the bundle on the wire. */
export function bundleNodes({ registrationId, identity, signed, once }: KeyBundle): BinaryNode[] {
  const keyNode = (tag: string, { id, value }: PublicKey, more: BinaryNode[] = []): BinaryNode => ({
    tag,
    attrs: {},
    content: [bytesNode('id', encodeBigEndian(id, ID_BYTES)), bytesNode('value', value), ...more],
  });
  return [
    bytesNode('registration', encodeBigEndian(registrationId)),
    bytesNode('type', KEY_BUNDLE_TYPE),
    bytesNode('identity', identity),
    keyNode('skey', signed, [bytesNode('signature', signed.signature)]),
    ...(once ? [keyNode('key', once)] : []),
  ];
}

/** Returns the keys that a device uploads to be given out once each. */
export function uploadedKeys(upload: BinaryNode): PublicKey[] {
  return getBinaryNodeChildren(getBinaryNodeChild(upload, 'list'), 'key').map((node) => ({
    id: Buffer.from(bytesOf(node, 'id')).readUIntBE(0, ID_BYTES),
    value: bytesOf(node, 'value'),
  }));
}

/** Returns the bundle as the library's cryptography takes it. */
export function sessionOf({ registrationId, identity, signed, once }: KeyBundle) {
  const publicKey = ({ id, value }: PublicKey) => ({ keyId: id, publicKey: generateSignalPubKey(value) });
  return {
    registrationId,
    identityKey: generateSignalPubKey(identity),
    signedPreKey: { ...publicKey(signed), signature: signed.signature },
    ...(once && { preKey: publicKey(once) }),
  };
}

export function bytesNode(tag: string, content: Uint8Array): BinaryNode {
  return { tag, attrs: {}, content };
}

/** Returns the bytes of a child. @throws Error if there is no such child. */
export function bytesOf(node: BinaryNode | undefined, tag: string): Uint8Array {
  const content = getBinaryNodeChild(node, tag)?.content;
  if (!(content instanceof Uint8Array)) throw new Error(`The stanza lacks the bytes of ${tag}.`);
  return content;
}

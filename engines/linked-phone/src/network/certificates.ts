import { Curve, proto, WA_CERT_DETAILS, type KeyPair } from '@whiskeysockets/baileys';

/** What the network proves itself with. */
export interface NetworkIdentity {
  /** The key that clients must trust: the public key of the chain's root. */
  rootKey: Buffer;
  /** The key of the handshakes. */
  staticKey: KeyPair;
  /** The encoded chain from the root to that key. */
  chain: Uint8Array;
}

const { Details } = proto.CertChain.NoiseCertificate;
const LEAF_SERIAL = 2;
const INTERMEDIATE_SERIAL = 1;

/** Creates a root of its own and a chain below it, as the real network has one. */
export function createIdentity(): NetworkIdentity {
  const [root, intermediate, staticKey] = [
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
  ];
  const signed = (signer: KeyPair, details: proto.CertChain.NoiseCertificate.IDetails) => {
    const bytes = Details.encode(details).finish();
    return { details: bytes, signature: Curve.sign(signer.private, bytes) };
  };
  const chain = proto.CertChain.encode({
    intermediate: signed(root, {
      serial: INTERMEDIATE_SERIAL,
      issuerSerial: WA_CERT_DETAILS.SERIAL,
      key: intermediate.public,
    }),
    leaf: signed(intermediate, {
      serial: LEAF_SERIAL,
      issuerSerial: INTERMEDIATE_SERIAL,
      key: staticKey.public,
    }),
  }).finish();
  return { rootKey: Buffer.from(root.public), staticKey, chain };
}

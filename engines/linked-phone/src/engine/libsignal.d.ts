declare module 'libsignal/src/curve.js' {
  export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

import { generateKeyPairSync } from 'node:crypto';
import { generate } from 'selfsigned';

const DNS_NAME = 2;
const IP_ADDRESS = 7;

/** A certificate with its key, both as PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Creates a self-signed certificate, its own CA, for the name and for `127.0.0.1`. It is valid for two days. */
export function selfSignedCertificate(name: string): Certificate {
  const options = {
    days: 2,
    algorithm: 'sha256',
    // Missing in the types of this library, which otherwise generates keys in JavaScript; that takes seconds.
    keyPair: generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: DNS_NAME, value: name },
          { type: IP_ADDRESS, ip: '127.0.0.1' },
        ],
      },
    ],
  };
  const { cert, private: key } = generate([{ name: 'commonName', value: name }], options);
  return { cert, key };
}

import { generateKeyPairSync } from 'node:crypto';
import { generate } from 'selfsigned';

const DNS_NAME = 2;
const IP_ADDRESS = 7;

/** A certificate with its key, both as PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Makes a certificate for the name and for `127.0.0.1` that signs itself, so that it is its own CA. It is valid for two days. */
export function selfSignedCertificate(name: string): Certificate {
  const options = {
    days: 2,
    algorithm: 'sha256',
    // Missing in the types of this library. Its own keys are made in JavaScript, which takes seconds.
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

import { generate } from 'selfsigned';

const DNS_NAME = 2;
const IP_ADDRESS = 7;

const { cert, private: key } = generate([{ name: 'commonName', value: 'hook.example' }], {
  days: 1,
  keySize: 2048,
  algorithm: 'sha256',
  extensions: [
    { name: 'basicConstraints', cA: true },
    {
      name: 'subjectAltName',
      altNames: [
        { type: DNS_NAME, value: 'hook.example' },
        { type: IP_ADDRESS, ip: '127.0.0.1' },
      ],
    },
  ],
});

/** A certificate that signs itself, with its key: specs give it to their servers and have the client trust it. */
export const testCertificate = { cert, key };

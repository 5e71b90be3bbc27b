import type { LoopbackCertificate } from './ingress';

/** The environment variable with the certificate of the ingress of every stack in this run. */
const VARIABLE = 'CHAT_TEST_INGRESS';

/** The environment of a run whose stacks have an ingress: its processes trust the certificate. */
export function environmentBehindIngress({
  certificateFile,
  keyFile,
}: LoopbackCertificate): Record<string, string> {
  return { [VARIABLE]: JSON.stringify({ certificateFile, keyFile }), NODE_EXTRA_CA_CERTS: certificateFile };
}

/** The certificate of the ingress; undefined in a run without one. */
export function certificateOfRun(): LoopbackCertificate | undefined {
  const value = process.env[VARIABLE];
  return value === undefined ? undefined : (JSON.parse(value) as LoopbackCertificate);
}

import type { LoopbackCertificate } from './ingress';

/** Holds the files of the certificate with which every stack of this run stands behind an ingress. */
const VARIABLE = 'CHAT_TEST_INGRESS';

/** The environment of a run whose stacks stand behind an ingress: its processes trust the certificate from their start. */
export function environmentBehindIngress({
  certificateFile,
  keyFile,
}: LoopbackCertificate): Record<string, string> {
  return { [VARIABLE]: JSON.stringify({ certificateFile, keyFile }), NODE_EXTRA_CA_CERTS: certificateFile };
}

/** The certificate of a run whose stacks stand behind an ingress; undefined in any other. */
export function certificateOfRun(): LoopbackCertificate | undefined {
  const value = process.env[VARIABLE];
  return value === undefined ? undefined : (JSON.parse(value) as LoopbackCertificate);
}

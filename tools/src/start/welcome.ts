import { relative } from 'node:path';
import type { DemoAccount } from './demo-account';

/** What a person reads when the stack is up: where it is, the key to use, and what to try first. */
export function welcome(demo: DemoAccount, dataDir: string): string {
  const folder = relative(process.cwd(), dataDir) || '.';
  const headers = `-H 'client-id: ${demo.client_id}' -H 'client-secret: ${demo.client_secret}'`;
  return `
The API is ready.

  API            ${demo.base_url}
  Sandbox        ${demo.sandbox_url}
  Account        ${demo.account_id}
  client-id      ${demo.client_id}
  client-secret  ${demo.client_secret}
  Data, logs     ${folder}, ${folder}/logs

Try:

  curl ${headers} ${demo.base_url}/v1/ping
  curl ${headers} ${demo.base_url}/v1/devices
  ${process.env['DATA_DIR'] ? `DATA_DIR=${folder} ` : ''}npm run demo

Stop with Ctrl-C.
`;
}

import { relative } from 'node:path';
import type { DemoAccount } from './demo-account';
import type { SandboxNumber } from './sandbox-number';

/** The text shown when the stack is ready: its address, the key to use, and what to try first. */
export function welcome(demo: DemoAccount, number: SandboxNumber | null, dataDir: string): string {
  const folder = relative(process.cwd(), dataDir) || '.';
  const own = process.env['DATA_DIR'] ? `DATA_DIR=${forShell(folder)} ` : '';
  const phones = demo.phones_url === null ? '' : ` PHONES=${demo.phones_url}`;
  return `
The API is ready.

  Console        ${demo.base_url}/console/
  Documentation  ${demo.base_url}/docs
  Sign in as     ${demo.user.email}
  Password       ${demo.user.password}

  API            ${demo.base_url}
  Sandbox        ${demo.sandbox_url}
  Phones         ${phonesOf(demo)}
  Account        ${demo.account_id}
  client-id      ${demo.client_id}
  client-secret  ${demo.client_secret}
  Data, logs     ${folder}, ${folder}/logs

Try, in another terminal; the guides use these variables:

  export BASE=${demo.base_url} ID=${demo.client_id} SECRET=${demo.client_secret}${phones}
  curl -u "$ID:$SECRET" "$BASE/v1/ping"
${demo.phones_url === null ? '' : `  ${own}npm run demo\n`}  ${own}npm run demo -- cloud
${number ? connectLines(demo, number, own) : ''}
Stop with Ctrl-C.
`;
}

/** Where the phones are that can be linked. */
function phonesOf({ phones_url: url, sandbox_url: sandbox }: DemoAccount): string {
  if (url === sandbox) return 'of the sandbox';
  return url === null ? 'real ones: docs/linked-phones.md' : `of the network for tests, ${url}/phones`;
}

/** How to connect the sandbox's number as a Cloud channel. */
function connectLines({ account_id }: DemoAccount, number: SandboxNumber, own: string): string {
  const { phone_number, waba_id, phone_number_id, token_file } = number;
  return `
The sandbox's cloud has the number ${phone_number}. Make it a Cloud channel:

  ${own}npm run -s admin -- channel connect-cloud --account ${account_id} --waba-id ${waba_id} \\
    --phone-number-id ${phone_number_id} --token-file ${forShell(relative(process.cwd(), token_file))}
`;
}

/** Quotes a word for a shell if necessary; paths may contain spaces. */
function forShell(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

import { join } from 'node:path';
import { replaceFile } from '@chat/local-servers';
import type { ProviderApp } from './provider';
import type { Settings } from './settings';

/** A number in the sandbox's cloud that can be connected as a Cloud channel. */
export interface SandboxNumber {
  readonly phone_number: string;
  readonly waba_id: string;
  readonly phone_number_id: string;
  /** The file with its token. */
  readonly token_file: string;
}

const PHONE_NUMBER = '493023125000';

/** Null if the provider is not the sandbox. */
export async function sandboxNumber(settings: Settings, app: ProviderApp): Promise<SandboxNumber | null> {
  if (app.base_url !== settings.sandboxUrl) return null;
  const response = await fetch(`${settings.sandboxUrl}/cloud/numbers/${PHONE_NUMBER}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Demo shop' }),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to a request for a number.`);
  const { waba_id, phone_number_id, access_token } = (await response.json()) as Record<string, string>;
  const tokenFile = join(settings.dataDir, 'sandbox-number-token');
  await replaceFile(tokenFile, `${access_token}\n`);
  return {
    phone_number: PHONE_NUMBER,
    waba_id: waba_id!,
    phone_number_id: phone_number_id!,
    token_file: tokenFile,
  };
}

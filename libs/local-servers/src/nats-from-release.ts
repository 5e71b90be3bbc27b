import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const VERSION = 'v2.11.8';
/** SHA-256 of the archives, from the checksum list of that release. */
const CHECKSUMS: Readonly<Record<string, string>> = {
  'linux-amd64': '397a6deffb5533e160de0cca322bc3dcaec7fb7282d66a3dfa87a9c183152ad1',
  'linux-arm64': 'b08936cb1dc0ae7086137bda14c352df64397c4af45ed2b392705c19585aeb84',
  'darwin-amd64': '002c943c1ed39c55cc5e024debfc02685111fcb2b1cbd887aad39ac977037477',
  'darwin-arm64': '23e0c5354c2da385708946a21900c944fcb9a3bbfd02aae27a4ae750dea0b682',
};
const DOWNLOAD_TIMEOUT_MS = 120_000;

/** Downloads the official release for this platform, and refuses it unless its checksum is the known one. */
export async function natsFromRelease(workFolder: string, log: (line: string) => void): Promise<string> {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const checksum = CHECKSUMS[platform];
  if (checksum === undefined) throw new Error(`there is no release for ${platform}`);

  const name = `nats-server-${VERSION}-${platform}`;
  const url = `https://github.com/nats-io/nats-server/releases/download/${VERSION}/${name}.tar.gz`;
  log(`Fetching ${url}`);
  const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const archive = Buffer.from(await response.arrayBuffer());
  if (createHash('sha256').update(archive).digest('hex') !== checksum) {
    throw new Error(`${url} has not the expected checksum`);
  }
  await writeFile(join(workFolder, 'archive.tar.gz'), archive);
  await run('tar', ['-xzf', 'archive.tar.gz'], { cwd: workFolder });
  return join(workFolder, name, 'nats-server');
}

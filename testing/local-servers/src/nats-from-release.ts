import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RELEASE } from './nats-release';

const run = promisify(execFile);

/** Timeout for the response to begin; a network that drops packets must not hold up a start for long. */
const ANSWER_TIMEOUT_MS = 10_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;

/** Downloads the official release for this platform, and rejects it unless its checksum matches. */
export async function natsFromRelease(workFolder: string, log: (line: string) => void): Promise<string> {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const checksum = RELEASE.checksums[platform];
  if (checksum === undefined) throw new Error(`there is no release for ${platform}`);

  const name = `nats-server-${RELEASE.version}-${platform}`;
  const url = `https://github.com/nats-io/nats-server/releases/download/${RELEASE.version}/${name}.tar.gz`;
  log(`Fetching ${url}`);
  const archive = await download(url);
  if (createHash('sha256').update(archive).digest('hex') !== checksum) {
    throw new Error(`${url} has not the expected checksum`);
  }
  await writeFile(join(workFolder, 'archive.tar.gz'), archive);
  await run('tar', ['-xzf', 'archive.tar.gz'], { cwd: workFolder });
  return join(workFolder, name, 'nats-server');
}

async function download(url: string): Promise<Buffer> {
  const abort = new AbortController();
  const answerTimer = setTimeout(() => abort.abort(), ANSWER_TIMEOUT_MS);
  const timer = setTimeout(() => abort.abort(), DOWNLOAD_TIMEOUT_MS);
  try {
    const response = await fetch(url, { signal: abort.signal }).catch((error: unknown) => {
      const { code } = (error as { cause?: { code?: string } }).cause ?? {};
      throw new Error(`${new URL(url).host} cannot be reached: ${code ?? String(error)}`, { cause: error });
    });
    clearTimeout(answerTimer);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } finally {
    clearTimeout(answerTimer);
    clearTimeout(timer);
  }
}

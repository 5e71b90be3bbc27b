import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SentMessage } from '@chat/contracts/messaging';
import type { BenchOptions, Report } from '../bench';
import { ChildServer } from '../child';
import { withInstallation, type Installation } from '../installation/installation';
import type { LoadResult } from '../load/load';
import { LoadGenerator } from '../load/load-generator';
import { say } from '../progress';
import { MachineWatch } from '../quiet/machine-watch';
import { describeDownloads, type DownloadRow, type Round } from './report.rules';

const KIB = 1_024;
const SIZES = [64 * KIB, 1_024 * KIB, 16 * 1_024 * KIB];
const plans = {
  full: { sizes: SIZES, rounds: 5, seconds: 6, extraRounds: 5 },
  quick: { sizes: SIZES, rounds: 3, seconds: 1.5, extraRounds: 1 },
  smallest: { sizes: [64 * KIB, 1_024 * KIB], rounds: 1, seconds: 0.1, extraRounds: 0 },
};
const CONNECTIONS = 16;

/** Downloads of a stored document through the gateway, alternating with those of the same file from a bare server. */
export function runMediaDownloadBench({ size, topology = 'split', shared }: BenchOptions): Promise<Report> {
  return withInstallation(shared, { topology, accounts: 1, rows: 0 }, (installation) =>
    measureDownloads(installation, plans[size]),
  );
}

async function measureDownloads(
  installation: Installation,
  plan: (typeof plans)[keyof typeof plans],
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-files-'));
  const load = LoadGenerator.start();
  const fileServer = join(__dirname, 'file-server/main.js');
  const bare = await ChildServer.listen(fileServer, 'The file server', { FILE_SERVER_FOLDER: folder });
  const processIds = Object.values(installation.processIds);
  const machine = new MachineWatch([process.pid, load.pid, bare.pid, ...processIds]);
  try {
    const rows: DownloadRow[] = [];
    for (const size of plan.sizes) {
      const { ours, theirs } = await store(installation, { folder, bareUrl: bare.url, size });
      say(`Measuring downloads of ${size / KIB} KiB`);
      const round = async (): Promise<Round> => ({
        ours: await ours(load, plan.seconds),
        bare: await theirs(load, plan.seconds),
      });
      await round();
      const { rounds, ...quiet } = await machine.measureQuietly(plan, round);
      rows.push({ bytes: size, rounds, quiet });
    }
    return { figures: { connections: CONNECTIONS, rows }, text: describeDownloads(rows) };
  } finally {
    bare.stop();
    load.stop();
    await rm(folder, { recursive: true });
  }
}

type MakeLoad = (load: LoadGenerator, seconds: number) => Promise<LoadResult>;

/** Sends a document of random bytes, and stores the same bytes for the bare server. */
async function store(
  { stack, tenants }: Installation,
  { folder, bareUrl, size }: { folder: string; bareUrl: string; size: number },
): Promise<{ ours: MakeLoad; theirs: MakeLoad }> {
  const [{ credential }] = tenants as [(typeof tenants)[number]];
  const bytes = randomBytes(size);
  const form = new FormData();
  form.set('mobile_code', '1');
  form.set('mobile', '6462000000');
  form.set('document', new Blob([bytes]), 'bench.bin');
  const { data } = await stack.client(credential).post<SentMessage>('/v1/messages', form);
  const name = `${size}.bin`;
  await writeFile(join(folder, name), bytes);
  const headers = { 'client-id': credential.clientId, 'client-secret': credential.clientSecret };
  const url = `${stack.gatewayUrls[0]}/v1/messages/${data.message_id}/media`;
  return { ours: loadOf(url, headers), theirs: loadOf(`${bareUrl}/${name}`, {}) };
}

function loadOf(url: string, headers: Record<string, string>): MakeLoad {
  return (load, seconds) => load.makeDownloads({ url, headers, connections: CONNECTIONS, seconds });
}

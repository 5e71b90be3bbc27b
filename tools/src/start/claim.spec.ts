import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portProblem, requireOwnData } from './claim';

describe('the data of npm start', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'start-claim-'));
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(dataDir, { recursive: true });
  });

  it('belongs to the user of the first start; other users are refused', async () => {
    await requireOwnData(dataDir);
    await writeFile(join(dataDir, 'launcher.pid'), '1');
    await requireOwnData(dataDir);
    jest.spyOn(process, 'getuid').mockReturnValue(4711);
    await expect(requireOwnData(dataDir)).rejects.toThrow(/another user.*DATA_DIR/);
  });
});

describe('the error of npm start for an unavailable port', () => {
  it.each([
    ['127.0.0.1', 3000, 'EADDRINUSE', /taken by another program.* GATEWAY_PORT=3001 npm start/],
    ['127.0.0.1', 65_535, 'EADDRINUSE', /GATEWAY_PORT=65534 npm start/],
    ['127.0.0.1', 80, 'EACCES', /may not listen on port 80: .*GATEWAY_PORT=8080 npm start/],
    ['10.1.2.3', 3000, 'EADDRNOTAVAIL', /GATEWAY_HOST is 10\.1\.2\.3/],
    ['no.such.host', 3000, 'ENOTFOUND', /GATEWAY_HOST is no\.such\.host/],
  ])('%s:%i, %s: names the setting to change', (host, port, code, problem) => {
    expect(portProblem('GATEWAY', host, port, code)).toMatch(problem);
  });
});

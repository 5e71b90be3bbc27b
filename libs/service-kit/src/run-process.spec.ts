import { buildOf } from './build';
import { loadConfig, settings } from './config';
import { whole } from './whole-number';
import { ACCEPTING_PATH, HealthServer } from './health';
import type { HostedService } from './hosted-service';
import { standardOutput } from './log-output';
import { runProcess } from './run-process';
import type { Environment } from './settings';

const start = jest.fn();

function serviceWith(name: string, own: Parameters<typeof loadConfig>[0]): HostedService {
  const configure = (environment: Environment) => {
    loadConfig(own, environment);
    return start;
  };
  return { name, configure };
}

const mail = serviceWith('mail', { MAIL_TIMEOUT_MS: whole({ min: 1 })({ default: 1 }) });
const calls = serviceWith('calls', { CALLS_PORT: settings.port({ default: 1 }) });

describe('a process with invalid settings', () => {
  const written: string[] = [];
  let exit: jest.SpyInstance;

  beforeAll(async () => {
    exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    jest.replaceProperty(process, 'env', {
      NATS_URL: 'nats://127.0.0.1:1',
      HEALTH_PORT: 'seven',
      MAIL_TIMEOUT_MS: '0',
      CALLS_PORT: 'none',
    });
    await runProcess([mail, calls]);
  });

  afterAll(() => jest.restoreAllMocks());

  it('reports those of all its services in one message, each once, and exits', () => {
    const wrong = ['DATABASE_URL', 'HEALTH_PORT', 'MAIL_TIMEOUT_MS', 'CALLS_PORT'];
    expect(written).toHaveLength(1);
    expect([...written[0]!.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name).sort()).toEqual(wrong.sort());
    expect(exit).toHaveBeenCalledWith(1);
  });

  it('starts none of them', () => expect(start).not.toHaveBeenCalled());
});

describe('a process that is asked to stop', () => {
  const everythingButTimeouts = [
    ...([
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'setInterval',
    ] as const),
    ...(['clearImmediate', 'clearInterval'] as const),
  ];

  beforeEach(() => {
    jest.replaceProperty(process, 'env', { LOG_LEVEL: 'silent', SHUTDOWN_DELAY_MS: '1000' });
    jest.useFakeTimers({ doNotFake: everythingButTimeouts });
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('exits immediately on a signal during the start', async () => {
    let giveUp = () => {};
    const waiting: HostedService = {
      name: 'mail',
      configure: () => () =>
        new Promise((_, reject) => (giveUp = () => reject(new Error('the database never came')))),
    };
    const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const start = runProcess([waiting]);
    await new Promise((resolve) => setImmediate(resolve));
    process.emit('SIGTERM', 'SIGTERM');
    expect(exit.mock.calls).toEqual([[143]]);
    giveUp();
    await start;
  });

  it('stops all its services, the last one first, even if one of them fails to stop', async () => {
    const stopped: string[] = [];
    const service = (name: string, stop: () => Promise<void>): HostedService => ({
      name,
      configure: () => () => Promise.resolve({ checks: {}, stop: () => (stopped.push(name), stop()) }),
    });
    const left = new Promise((resolve) => {
      jest.spyOn(process, 'exit').mockImplementation((code) => resolve(code) as never);
    });
    await runProcess([
      service('mail', () => Promise.resolve()),
      service('calls', () => Promise.reject(new Error('no connection'))),
    ]);
    process.emit('SIGTERM');
    jest.advanceTimersByTime(1_000);
    expect(await left).toBe(1);
    expect(stopped).toEqual(['calls', 'mail']);
  });

  it('names its build in the line `ready` and in the metrics of each of its services', async () => {
    jest.replaceProperty(process, 'env', { METRICS_PORT: '0', BUILD_COMMIT: '4f2c1e9' });
    const write = jest.spyOn(standardOutput, 'write').mockReturnValue();
    const left = new Promise((resolve) => {
      jest.spyOn(process, 'exit').mockImplementation((code) => resolve(code) as never);
    });
    const hosted = ['mail', 'calls'].map((name): HostedService => ({
      name,
      configure: () => () => Promise.resolve({ checks: {}, stop: () => Promise.resolve() }),
    }));
    await runProcess(hosted);
    const lines = write.mock.calls.map(([line]) => JSON.parse(line) as Record<string, unknown>);
    const { metricsPort, version, commit } = lines.find(({ msg }) => msg === 'ready')!;
    expect({ version, commit }).toEqual(buildOf({ BUILD_COMMIT: '4f2c1e9' }));
    const metrics = await (await fetch(`http://127.0.0.1:${Number(metricsPort)}/metrics`)).text();
    const builds = metrics.split('\n').filter((line) => line.startsWith('chat_build_info{'));
    expect(builds).toEqual(
      ['mail', 'calls'].map(
        (name) => `chat_build_info{service="${name}",version="${String(version)}",commit="4f2c1e9"} 1`,
      ),
    );
    process.emit('SIGTERM');
    jest.advanceTimersByTime(1_000);
    expect(await left).toBe(0);
  });

  it('logs what it waited for, and exits, when it does not drain in time', async () => {
    jest.replaceProperty(process, 'env', { LOG_LEVEL: 'error', SHUTDOWN_DELAY_MS: '1000' });
    const write = jest.spyOn(standardOutput, 'write').mockReturnValue();
    const endless: HostedService = {
      name: 'mail',
      configure: () => () =>
        Promise.resolve({
          checks: {},
          stop: () => new Promise<void>(() => undefined),
          unfinished: () => ['mail: loop letters'],
        }),
    };
    const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const healthStarts = jest.spyOn(HealthServer, 'start');
    await runProcess([endless]);
    process.emit('SIGTERM');
    jest.advanceTimersByTime(1_000 + 8_999);
    expect(exit).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(exit.mock.calls).toEqual([[1]]);
    expect(write.mock.calls.map(([line]) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ msg: 'could not drain in time', unfinished: ['mail: loop letters'] }),
    ]);
    await (await (healthStarts.mock.results[0]!.value as Promise<HealthServer>)).stop();
  });

  it('is not ready from then on, and keeps working until the delay has passed', async () => {
    const happened: string[] = [];
    let isDatabaseUp = true;
    const mail: HostedService = {
      name: 'mail',
      configure: () => () =>
        Promise.resolve({
          checks: { 'mail.postgres': () => isDatabaseUp },
          announceEnd: () => void happened.push('announced'),
          stop: () => Promise.resolve(void happened.push('stopped')),
        }),
    };
    const left = new Promise((resolve) => {
      jest.spyOn(process, 'exit').mockImplementation((code) => resolve(code) as never);
    });
    const healthStarts = jest.spyOn(HealthServer, 'start');
    await runProcess([mail]);
    const { port } = await (healthStarts.mock.results[0]!.value as Promise<HealthServer>);
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
    const statuses = () =>
      Promise.all(
        ['/readyz', ACCEPTING_PATH, '/healthz?from=balancer'].map(async (path) => (await ask(path)).status),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    // An outage shared by all replicas is no reason for an ingress to exclude all of them.
    isDatabaseUp = false;
    expect(await statuses()).toEqual([503, 200, 200]);
    isDatabaseUp = true;

    process.emit('SIGTERM');
    expect(await statuses()).toEqual([503, 503, 200]);
    expect(await (await ask('/readyz')).json()).toEqual({
      ready: false,
      checks: { accepting: false, 'mail.postgres': true },
    });
    expect((await ask('/readyz/nothing')).status).toBe(404);
    jest.advanceTimersByTime(999);
    expect(happened).toEqual(['announced']);
    jest.advanceTimersByTime(1);
    expect(await left).toBe(0);
    expect(happened).toEqual(['announced', 'stopped']);
  });
});

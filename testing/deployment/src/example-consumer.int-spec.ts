import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { messageReceived } from '@chat/contracts/messaging';
import { someMessage, startTestService, until, type TestService } from '@chat/test-kit';
import { webhooksService } from '@chat/webhooks';

const root = join(__dirname, '../../..');

/** Starts the example. `lines` has its output so far. */
function runExample(natsUrl: string) {
  const example = spawn(process.execPath, ['examples/consume-events.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, NATS_URL: natsUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: { id: string; type: string; account: string }[] = [];
  createInterface(example.stdout).on('line', (line) =>
    lines.push(JSON.parse(line) as (typeof lines)[number]),
  );
  const stop = async (signal: NodeJS.Signals) => {
    const exited = once(example, 'exit');
    example.kill(signal);
    await exited;
  };
  return { lines, stop };
}

describe('examples/consume-events.mjs', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(webhooksService);
  });

  afterAll(() => service.stop());

  const { contact, conversation_id } = someMessage;
  const publish = () =>
    service.bus.publish(messageReceived, { message: someMessage, contact, conversation_id });

  it('gets each message once, and continues where it stopped, even after it was killed', async () => {
    const published = [await publish(), await publish()];
    const first = runExample(service.natsUrl);
    await until(() => first.lines.length === 2, { describe: 'the earlier events' });
    published.push(await publish());
    await until(() => first.lines.length === 3, { describe: 'the new event' });
    expect(first.lines.map(({ id }) => id)).toEqual(published.map(({ id }) => id));
    expect(first.lines[0]).toMatchObject({ type: 'message.received', account: '1' });
    await first.stop('SIGKILL');

    const missed = await publish();
    const second = runExample(service.natsUrl);
    await until(() => second.lines.some(({ id }) => id === missed.id), { describe: 'the missed event' });
    await second.stop('SIGTERM');
  });
});

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportContact } from '@chat/contracts/crm';
import { exportPhoneRecords } from '@chat/contracts/device-sessions';
import { getAccount } from '@chat/contracts/gateway';
import { exportConversations, exportMessages } from '@chat/contracts/messaging';
import { exportPersonTickets } from '@chat/contracts/tickets';
import { exportPersonDeliveries } from '@chat/contracts/webhooks';
import { AppError } from '@chat/errors';
import { startTestNats, TestBus, type TestNats } from '@chat/test-kit';
import { runAdmin } from './testing/run-admin';
import { addPersonCommands } from './person';

const present = '1/2026-01-02/7b1e4a3c-9f0d-4c52-8a7e-0d1f2a3b4c5d';
const absent = '1/2026-01-02/0a9b8c7d-6e5f-4d3c-8b2a-1f0e9d8c7b6a';

describe('admin person export', () => {
  let nats: TestNats;
  let bus: TestBus;
  let folder: string;
  let environment: jest.ReplaceProperty<NodeJS.ProcessEnv>;
  let blobs: string[];
  let ticketsAnswer: boolean;

  beforeAll(async () => {
    nats = await startTestNats();
    bus = await TestBus.open(nats.url);
    folder = await mkdtemp(join(tmpdir(), 'person-export-'));
    await mkdir(join(folder, 'blobs/1/2026-01-02'), { recursive: true });
    await writeFile(join(folder, 'blobs', present), 'a picture');
    const settings = { NATS_URL: nats.url, BLOB_STORE: 'filesystem', BLOB_FOLDER: join(folder, 'blobs') };
    environment = jest.replaceProperty(process, 'env', { ...process.env, ...settings });

    await bus.respond(getAccount, () => ({}) as never);
    await bus.respond(exportContact, () => ({
      names: [],
      contact_id: null,
      contact: null,
      app_contact: null,
      opt_out: null,
    }));
    await bus.respond(exportConversations, () => ({
      conversations: [{ id: 5, record: { id: 5 } }],
      app_names: [{ name: 'Lena Beispiel' }],
      opt_out: null,
    }));
    await bus.respond(exportMessages, () => ({
      messages: blobs.map((blob, id) => ({
        id,
        record: { id },
        media: { blob, filename: null, mime_type: 'image/png' },
      })),
      last_id: null,
    }));
    await bus.respond(exportPersonTickets, () => {
      if (!ticketsAnswer) throw new AppError('service_unavailable');
      return { tickets: [], numbers: [], last_id: null };
    });
    await bus.respond(exportPhoneRecords, () => ({ people: [], keys: [] }));
    await bus.respond(exportPersonDeliveries, () => ({ deliveries: [], last_id: null }));
  });

  beforeEach(() => {
    ticketsAnswer = true;
  });

  afterAll(async () => {
    environment.restore();
    await bus.close();
    await nats.stop();
    await rm(folder, { recursive: true });
  });

  const lines: [string, (name: string) => string[]][] = [
    ['one document', () => []],
    ['files', (name) => ['--out', join(folder, `${name}.json`)]],
  ];

  /** Runs the command. @returns its output and exit code; with `--out`, the document is in the folder. */
  const exportTo = async (words: string[]) => {
    const stdout = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      return await runAdmin(addPersonCommands, [
        ...['person', 'export', '--account', '1', '--phone', '4915112345678'],
        ...words,
      ]);
    } finally {
      stdout.mockRestore();
    }
  };

  it.each(lines)('as %s is complete when the store has all media', async (_, out) => {
    blobs = [present];
    expect(await exportTo(out('complete'))).toMatchObject({ stderr: '', exitCode: 0 });
  });

  it.each(lines)('as %s reports what is missing and the settings to change, and fails', async (_, out) => {
    blobs = [absent, present, absent];
    const { stderr, exitCode } = await exportTo(out('incomplete'));
    expect(stderr).toMatch(/lacks 2 files of media.*BLOB_STORE/s);
    expect(exitCode).toBe(1);
  });

  it('is written completely even if media is missing', async () => {
    blobs = [absent];
    await exportTo(['--out', join(folder, 'whole.json')]);
    expect(JSON.parse(await readFile(join(folder, 'whole.json'), 'utf8'))).toMatchObject({
      app_names: [{ name: 'Lena Beispiel' }],
      deliveries: [],
    });
  });

  it('leaves no file behind if a service does not answer, and can be repeated', async () => {
    blobs = [present];
    ticketsAnswer = false;
    const out = ['--out', join(folder, 'repeated.json')];
    await expect(exportTo(out)).rejects.toThrow(AppError);
    expect((await readdir(folder)).filter((name) => name.startsWith('repeated'))).toEqual([]);

    ticketsAnswer = true;
    expect(await exportTo(out)).toMatchObject({ stderr: '', exitCode: 0 });
  });
});

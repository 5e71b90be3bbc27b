import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DataSource } from 'typeorm';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import { BackgroundLoops, type BusClient } from '@chat/bus';
import { AppError } from '@chat/errors';
import { createLogger, openDatabase } from '@chat/service-kit';
import { createTestDatabase, type TestDatabase } from '@chat/test-kit';
import { database } from '../database/database';
import { UploadSweepService } from './upload-sweep.service';
import { UploadsRepository } from './uploads.repository';

describe('UploadSweepService', () => {
  let folder: string;
  let store: FilesystemBlobStore;
  let testDatabase: TestDatabase;
  let dataSource: DataSource;
  let sweep: UploadSweepService;
  /** What each service keeps; one that is missing does not answer. */
  const kept = new Map<string, string[]>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-uploads-'));
    store = await FilesystemBlobStore.open(folder);
    testDatabase = await createTestDatabase();
    const config = { DATABASE_URL: testDatabase.url, DATABASE_POOL_SIZE: 4 };
    dataSource = await openDatabase(database, config, 'spec');
    const bus = {
      request: ({ subject }: { subject: string }, _: unknown, { body }: { body: { blobs: string[] } }) => {
        const held = kept.get(subject.split('.')[1]!)?.filter((blob) => body.blobs.includes(blob));
        return held ? Promise.resolve({ held }) : Promise.reject(new AppError('service_unavailable'));
      },
    } as unknown as BusClient;
    sweep = new UploadSweepService(
      new BackgroundLoops(() => undefined),
      store,
      new UploadsRepository(dataSource),
      dataSource,
      bus,
      createLogger('spec', 'silent'),
    );
  });

  afterAll(async () => {
    await dataSource.destroy();
    await testDatabase.drop();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    kept.clear();
    await dataSource.query('DELETE FROM gateway.uploads');
  });

  /** An upload that waits to be swept, as the crash of a gateway leaves it. */
  const leaveUpload = async (service: string, dueIn = '-1 second'): Promise<string> => {
    const blob = blobKey(7, randomUUID(), new Date());
    await store.write(blob, Readable.from([Buffer.from('bytes')]));
    await dataSource.query(
      `INSERT INTO gateway.uploads (account_id, blob, service, due_at) VALUES (7, $1, $2, now() + $3::interval)`,
      [blob, service, dueIn],
    );
    return blob;
  };
  const sizes = (...blobs: string[]) => Promise.all(blobs.map((blob) => store.size(blob)));
  const waiting = () =>
    dataSource.query<{ blob: string; isDue: boolean }[]>(
      'SELECT blob, due_at <= now() AS "isDue" FROM gateway.uploads ORDER BY blob',
    );

  it('deletes what its service does not keep, leaves what it does, and ends both rows', async () => {
    const [keptBlob, forgotten] = [await leaveUpload('keeper'), await leaveUpload('keeper')];
    kept.set('keeper', [keptBlob]);
    expect(await sweep.sweepBatch()).toBe(true);
    expect(await sizes(keptBlob, forgotten)).toEqual([5, null]);
    expect(await waiting()).toEqual([]);
    expect(await sweep.sweepBatch()).toBe(false);
  });

  it('asks a service that does not answer again later, and deletes nothing of it', async () => {
    const blob = await leaveUpload('silent');
    await sweep.sweepBatch();
    expect(await sizes(blob)).toEqual([5]);
    expect(await waiting()).toEqual([{ blob, isDue: false }]);
  });

  it('keeps a silent service from holding up the uploads of another', async () => {
    await leaveUpload('silent', '-2 seconds');
    const blob = await leaveUpload('keeper');
    kept.set('keeper', []);
    await sweep.sweepBatch();
    await sweep.sweepBatch();
    expect(await sizes(blob)).toEqual([null]);
  });

  it('leaves an upload alone whose time has not come', async () => {
    const young = await leaveUpload('keeper', '1 hour');
    kept.set('keeper', []);
    expect(await sweep.sweepBatch()).toBe(false);
    expect(await sizes(young)).toEqual([5]);
  });

  it('deletes the other files if one cannot be deleted, and retries that one later', async () => {
    const [stuck, other] = [await leaveUpload('keeper', '-2 seconds'), await leaveUpload('keeper')];
    kept.set('keeper', []);
    const failing = jest.spyOn(store, 'delete').mockRejectedValueOnce(new Error('the disk is gone'));
    await expect(sweep.sweepBatch()).rejects.toThrow('the disk is gone');
    failing.mockRestore();
    expect(await sizes(stuck, other)).toEqual([5, null]);
    expect(await waiting()).toEqual([{ blob: stuck, isDue: false }]);
  });
});

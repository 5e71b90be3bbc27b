import { openDatabase } from '@chat/service-kit';
import { createTestDatabase, type TestDatabase } from '@chat/test-kit';
import type { DataSource } from 'typeorm';
import { cloudConnectorService } from '../service';
import { CallbacksRepository } from './callbacks.repository';

const MAX_BYTES = 1_000;

describe('stored callbacks', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let callbacks: CallbacksRepository;

  beforeAll(async () => {
    database = await createTestDatabase();
    const config = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: 2 };
    dataSource = await openDatabase(cloudConnectorService.database, config, 'cloud-connector');
    callbacks = new CallbacksRepository(dataSource);
  });

  afterEach(() => dataSource.query('DELETE FROM cloud_connector.callbacks'));

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const oldestOf = async (bodies: string[], limit = 50) => {
    await callbacks.insert(bodies);
    const read = await callbacks.oldest({ limit, maxBytes: MAX_BYTES }, dataSource.manager);
    return [read.callbacks.map(({ body }) => body[0]), read.isMore];
  };

  it.each([
    ['all that fit, in their order', ['a'.repeat(500), 'b'.repeat(500)], ['a', 'b'], false],
    ['none of which a byte is too much', ['a'.repeat(500), 'b'.repeat(501), 'c'], ['a'], true],
    ['counted in bytes, not in letters', ['ä'.repeat(300), 'b'.repeat(401)], ['ä'], true],
    ['the first, however long', ['a'.repeat(5_000), 'b'], ['a'], true],
    ['nothing where none waits', [], [], false],
  ])('are read up to a length: %s', async (_, bodies, read, isMore) => {
    expect(await oldestOf(bodies)).toEqual([read, isMore]);
  });

  it('are read up to a number, beyond which there may be more', async () => {
    expect(await oldestOf(['a', 'b', 'c'], 2)).toEqual([['a', 'b'], true]);
  });
});

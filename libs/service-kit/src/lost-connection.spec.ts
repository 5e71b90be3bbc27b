import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { OutageError, outageOf } from '@chat/errors';
import type { PoolClient, PoolConfig } from 'pg';
import { ConnectionPool } from './connection-pool';
import { PreparingClient } from './preparing-client';

const AUTHENTICATED = Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1');
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const IN_TRANSACTION = Buffer.from('C\0\0\0\x0aBEGIN\0Z\0\0\0\x05T', 'latin1');

const errorOf = (severity: string, code: string): Buffer => {
  const fields = Buffer.from(`S${severity}\0V${severity}\0C${code}\0Mno\0\0`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
};

/** Begins transactions, announces the end of the session to `SELECT 'end'`, and hangs up on every other statement. */
class FallingPostgres {
  /** What it says instead of letting a client in. */
  refusal: Buffer | null = null;
  private readonly sockets: Socket[] = [];
  private readonly server: Server = createServer((socket) => {
    this.sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (this.refusal) return void socket.end(this.refusal);
      socket.write(Buffer.concat([AUTHENTICATED, READY]));
      socket.on('data', (bytes: Buffer) => {
        const message = bytes.toString('latin1');
        if (message.includes('START')) socket.write(IN_TRANSACTION);
        else if (message.includes("'end'")) socket.write(errorOf('FATAL', '57P01'));
        else socket.destroy();
      });
    });
  });

  async start(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

/** The types of pg do not have the client of a pool with settings of its own. */
const poolAt = (config: PoolConfig) => new ConnectionPool({ ...config, Client: PreparingClient as never });

describe('a connection that breaks', () => {
  const server = new FallingPostgres();
  let pool: ConnectionPool;

  beforeAll(async () => {
    const address = { host: '127.0.0.1', port: await server.start(), user: 'spec', database: 'spec' };
    pool = poolAt({ ...address, max: 1 });
  });

  beforeEach(() => {
    server.refusal = null;
  });

  afterAll(async () => {
    await pool.end();
    server.stop();
  });

  const connect = (): Promise<PoolClient> => pool.connect();
  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

  it.each([
    ['SELECT 1', true, true],
    ['INSERT INTO t VALUES (1)', false, true],
    ['WITH x AS (UPDATE t SET a = 1 RETURNING a) SELECT * FROM x', false, true],
    ['COMMIT', false, false],
    ['ROLLBACK', true, true],
  ])('before the result of %s has changed nothing: %s; in a transaction: %s', async (text, alone, within) => {
    for (const [isWithin, changedNothing] of [
      [false, alone],
      [true, within],
    ]) {
      const client = await connect();
      if (isWithin) await client.query('START TRANSACTION');
      const error = await failureOf(client.query(text));
      client.release(true);
      expect(error).toBeInstanceOf(OutageError);
      expect(outageOf(error)).toMatchObject({ changedNothing });
    }
  });

  it('takes no further statement, which therefore changes nothing', async () => {
    const client = await connect();
    await failureOf(client.query('INSERT INTO t VALUES (1)'));
    expect(outageOf(await failureOf(client.query('COMMIT')))).toMatchObject({ changedNothing: true });
    client.release(true);
  });

  it('is given to nobody else once Postgres has announced its end', async () => {
    const client = await connect();
    expect(await failureOf(client.query("SELECT 'end'"))).toMatchObject({ severity: 'FATAL' });
    client.release();
    const next = await connect();
    next.release(true);
    expect(next).not.toBe(client);
  });

  it.each([
    ['there are too many', '53300'],
    ['Postgres is starting or stopping', '57P03'],
  ])('at once because %s has changed nothing', async (_, code) => {
    server.refusal = errorOf('FATAL', code);
    const error = await failureOf(connect());
    expect(error).toMatchObject({ name: 'OutageError', changedNothing: true, code });
  });

  it('never got is an outage too: all are in use, or nobody listens', async () => {
    const client = await connect();
    pool.options.connectionTimeoutMillis = 1;
    expect(await failureOf(connect())).toMatchObject({ name: 'OutageError', changedNothing: true });
    client.release(true);
    const nowhere = poolAt({ host: '127.0.0.1', port: 1 });
    expect(await failureOf(nowhere.connect())).toMatchObject({
      name: 'OutageError',
      changedNothing: true,
      code: 'ECONNREFUSED',
    });
  });
});

describe('an answer of Postgres', () => {
  it.each([
    ['FATAL', '57P01', true],
    ['FATAL', '57P05', true],
    ['FATAL', '25P03', true],
    ['ERROR', '53100', true],
    ['ERROR', '53200', true],
    ['ERROR', '58030', true],
    ['PANIC', 'XX000', false],
    ['ERROR', '23505', null],
    ['ERROR', '22P02', null],
    ['ERROR', '57014', null],
    ['ERROR', '40P01', null],
  ])('%s %s is an outage that changed nothing: %s', (severity, code, changedNothing) => {
    const driverError = Object.assign(new Error('no'), { severity, code });
    const error = Object.assign(new Error('no'), { driverError });
    expect(outageOf(error)?.changedNothing ?? null).toBe(changedNothing);
  });
});

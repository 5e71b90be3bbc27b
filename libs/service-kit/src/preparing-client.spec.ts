import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { PreparingClient } from './preparing-client';

const SILENCE_MS = 150;
const LONG_MS = 3 * SILENCE_MS;

const AUTHENTICATED = Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1');
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const DONE = Buffer.from('C\0\0\0\x08SET\0', 'latin1');

/** Answers SET, BEGIN and COMMIT immediately, `SELECT 'late'` late, and nothing else. */
class SilentPostgres {
  private readonly sockets: Socket[] = [];
  private readonly server: Server = createServer((socket) => {
    this.sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([AUTHENTICATED, READY]));
      socket.on('data', (bytes: Buffer) => void this.answer(socket, bytes.toString('latin1')));
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

  private async answer(socket: Socket, message: string): Promise<void> {
    if (message.includes("'late'")) await delay(LONG_MS);
    else if (!/SET|BEGIN|COMMIT/.test(message)) return;
    socket.write(Buffer.concat([DONE, READY]));
  }
}

describe('the connection to a silent server', () => {
  const server = new SilentPostgres();
  let port: number;
  let client: PreparingClient;

  beforeAll(async () => {
    port = await server.start();
  });

  beforeEach(async () => {
    const address = { host: '127.0.0.1', port, user: 'spec', database: 'spec' };
    client = new PreparingClient({ ...address, silenceMs: SILENCE_MS });
    await client.connect();
  });

  const ask = (statement: string): Promise<unknown> => client.query(statement);

  afterEach(() => void client.end().catch(() => undefined));
  afterAll(() => server.stop());

  it('is closed during a statement, and the statement fails', async () => {
    const ended = new Promise((resolve) => client.once('end', resolve));
    await expect(ask('SELECT 1')).rejects.toThrow(`Postgres sent nothing for ${SILENCE_MS} ms.`);
    await ended;
  });

  it('stays open between statements', async () => {
    await delay(LONG_MS);
    await expect(ask('SET a = 1')).resolves.toBeDefined();
  });

  it.each([
    ['of the session', ['SET statement_timeout = 0', 'BEGIN', 'COMMIT']],
    ['of the transaction', ['BEGIN', 'SET LOCAL statement_timeout = 0']],
  ])('stays open when the time limit %s was lifted', async (_, before) => {
    for (const statement of before) await ask(statement);
    await expect(ask("SELECT 'late'")).resolves.toBeDefined();
  });

  it.each([
    ['of the session', ['SET statement_timeout = 0', 'SET statement_timeout = 30000']],
    ['of the transaction', ['BEGIN', 'SET LOCAL statement_timeout = 0', 'COMMIT']],
  ])('is closed when the time limit %s applies again', async (_, before) => {
    for (const statement of before) await ask(statement);
    await expect(ask("SELECT 'late'")).rejects.toThrow('Postgres sent nothing');
  });
});

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fastify } from 'fastify';

/** A bare Fastify file server: no credential, no look-up, only the bytes at the path. */
async function main(): Promise<void> {
  const folder = process.env.FILE_SERVER_FOLDER!;
  const app = fastify();
  app.get<{ Params: { name: string } }>('/:name', async ({ params }, reply) => {
    const path = join(folder, params.name);
    const { size } = await stat(path);
    return reply
      .headers({ 'content-type': 'application/octet-stream', 'content-length': size })
      .send(createReadStream(path));
  });
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
}

process.on('disconnect', () => process.exit());
void main();

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const files = {
  '/': { name: 'phones.html', type: 'text/html; charset=utf-8' },
  '/phones.css': { name: 'phones.css', type: 'text/css; charset=utf-8' },
  '/phones.js': { name: 'phones.js', type: 'text/javascript; charset=utf-8' },
} as const;

/** The page with the phones, for use by hand. Its script builds text nodes only: what people write is never markup. */
export function phonesPage(app: FastifyInstance): void {
  for (const [path, { name, type }] of Object.entries(files)) {
    const content = readFileSync(join(__dirname, name), 'utf8');
    app.get(path, (_, reply) =>
      reply
        .type(type)
        .header('content-security-policy', "default-src 'self'; base-uri 'none'; frame-ancestors 'none'")
        .header('x-content-type-options', 'nosniff')
        .send(content),
    );
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const files = {
  '/': { name: 'phones.html', type: 'text/html; charset=utf-8' },
  '/phones.css': { name: 'phones.css', type: 'text/css; charset=utf-8' },
  '/phones.js': { name: 'phones.js', type: 'text/javascript; charset=utf-8' },
} as const;

/**
 * Serves the page with the phones, for manual use. Its script creates text nodes only, so messages are never
 * interpreted as markup.
 */
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

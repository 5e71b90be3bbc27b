import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const files = {
  '/en_US/sdk.js': { name: 'sdk.js', type: 'text/javascript; charset=utf-8' },
  '/sign-up': { name: 'sign-up.html', type: 'text/html; charset=utf-8' },
  '/sign-up.css': { name: 'sign-up.css', type: 'text/css; charset=utf-8' },
  '/sign-up.js': { name: 'sign-up.js', type: 'text/javascript; charset=utf-8' },
} as const;

/** Serves the provider's script for pages that start a sign-up, and the window that it opens. */
export function signUpPage(app: FastifyInstance): void {
  for (const [path, { name, type }] of Object.entries(files)) {
    const content = readFileSync(join(__dirname, name), 'utf8');
    app.get(path, (_, reply) =>
      reply
        .type(type)
        .header(
          'content-security-policy',
          "default-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
        )
        .header('x-content-type-options', 'nosniff')
        .send(content),
    );
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { phonesPage } from './phones-page';

describe('the page with the phones', () => {
  const app = fastify();
  phonesPage(app);

  it.each([
    ['/', 'text/html'],
    ['/phones.css', 'text/css'],
    ['/phones.js', 'text/javascript'],
  ])('%s is served as %s, and allows no foreign or inline script', async (path, type) => {
    const { statusCode, headers } = await app.inject(path);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain(type);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
  });

  it('does not interpret what people write as markup', () => {
    const script = readFileSync(join(__dirname, 'phones.js'), 'utf8');
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
  });
});

import { Parameters } from './parameters.rules';
import { readResource } from './resource-parameter.rules';

const base = 'https://chat.example.com/api';
const read = (text: string) => readResource(new Parameters(new URLSearchParams(text)), base);
const named = (resource: string) => new URLSearchParams({ resource }).toString();

describe('the resource of a request for tokens', () => {
  it.each([
    ['nothing', '', null],
    ['an empty one', 'resource=', null],
    ['the API', named(base), 'api'],
    ['the API with a slash', named(`${base}/`), 'api'],
    ['MCP', named(`${base}/mcp`), 'mcp'],
  ])('is known by its identifier: %s', (_, text, resource) => {
    expect(read(text)).toBe(resource);
  });

  it.each([
    ['another host', named('https://evil.example/api/mcp')],
    ['another scheme', named('http://chat.example.com/api/mcp')],
    ['another path', named(`${base}/mcp/more`)],
    ['another spelling', named('https://CHAT.example.com/api/mcp')],
    ['a query', named(`${base}/mcp?tenant=2`)],
    ['a fragment', named(`${base}/mcp#part`)],
    ['only the path', named('/mcp')],
  ])('is refused if it is not of this installation: %s', (_, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'invalid_target' }) as Error);
  });

  it('may be named once', () => {
    const twice = `${named(base)}&${named(`${base}/mcp`)}`;
    expect(() => read(twice)).toThrow(expect.objectContaining({ code: 'invalid_request' }) as Error);
  });
});

import { admit, ingressConfiguration, type Backend, type Look } from './ingress.rules';

const backend = (serves: Backend['serves'], port: number): Backend => ({
  serves,
  port,
  healthPort: port + 1,
});
const [one, two, calls] = [backend('api', 10), backend('api', 20), backend('callbacks', 30)];
const all = [one, two, calls];

describe('admit', () => {
  it.each<[string, Look[], Backend[], Backend[]]>([
    ['all that are ready', ['ready', 'ready', 'ready'], [], all],
    ['none that says that it is not', ['unready', 'ready', 'ready'], all, [two, calls]],
    ['one that is ready again', ['ready', 'ready', 'ready'], [two, calls], all],
    ['one that does not answer, as before', ['no answer', 'no answer', 'ready'], [two, calls], [two, calls]],
    ['none, where none is ready', ['ready', 'ready', 'unready'], all, [one, two]],
  ])('sends requests to %s', (_case, looks, before, expected) => {
    expect(admit(all, looks, before)).toEqual(expected);
  });
});

describe('ingressConfiguration', () => {
  const files = { certificateFile: '/c', keyFile: '/k', logFile: '/l', statusSocket: '/s' };
  const settings = { port: 1, ...files };

  it('leads the paths of the provider to the callbacks, and all others to the API', () => {
    const text = ingressConfiguration(settings, [two, calls]);
    expect(text).toContain('upstream api { server 127.0.0.1:20 max_fails=0; keepalive');
    expect(text).toContain('upstream callbacks { server 127.0.0.1:30 max_fails=0; keepalive');
    expect(text).toMatch(
      /location = \/provider\/callbacks { proxy_request_buffering on; proxy_pass http:\/\/callbacks; }/,
    );
    expect(text).toMatch(/location \/ { proxy_pass http:\/\/api; }/);
  });

  it('answers by itself, as a controller does, where nobody is ready', () => {
    const text = ingressConfiguration(settings, [one]);
    expect(text).not.toContain('upstream callbacks');
    expect(text).toMatch(/location = \/provider\/callbacks { proxy_request_buffering on; return 503; }/);
    expect(text).toMatch(/location \/ { proxy_pass http:\/\/api; }/);
  });
});

import { portProblem } from './claim';

describe('what npm start says of a port that it cannot have', () => {
  it.each([
    ['127.0.0.1', 3000, 'EADDRINUSE', /taken by another program.* GATEWAY_PORT=3001 npm start/],
    ['127.0.0.1', 65_535, 'EADDRINUSE', /GATEWAY_PORT=65534 npm start/],
    ['127.0.0.1', 80, 'EACCES', /may not listen on port 80: .*GATEWAY_PORT=8080 npm start/],
    ['10.1.2.3', 3000, 'EADDRNOTAVAIL', /GATEWAY_HOST is 10\.1\.2\.3/],
    ['no.such.host', 3000, 'ENOTFOUND', /GATEWAY_HOST is no\.such\.host/],
  ])('%s:%i, %s: names the setting to change', (host, port, code, problem) => {
    expect(portProblem('GATEWAY', host, port, code)).toMatch(problem);
  });
});

import { isReturnHost, returnLocation, returnUrlProblem } from './return-url.rules';

describe('a return URL', () => {
  it.each([
    ['is taken with https', 'https://crm.example.com/done?a=1#b', null],
    ['is taken with http on localhost, whatever the port', 'http://localhost:5000/x', null],
    ['is taken with http on 127.0.0.1', 'http://127.0.0.1/x', null],
    ['is refused with http elsewhere', 'http://crm.example.com/', /must begin with https/],
    ['is refused with http on another loopback address', 'http://127.0.0.2/', /must begin with https/],
    ['is refused with http on a name that begins like localhost', 'http://localhost.evil.example/', /https/],
    ['is refused with another scheme', 'javascript:alert(1)', /must be a URL/],
    ['is refused without slashes', 'https:crm.example.com', /must be a URL/],
    ['is refused with a backslash', 'https:\\\\crm.example.com', /must be a URL/],
    ['is refused with a line end', 'https://crm.example.com/\r\nx', /must be a URL/],
    ['is refused with a password', 'https://a:b@crm.example.com/', /user name or password/],
    ['is refused when it is relative', '/connected', /must be a URL/],
  ])('%s', (_, url, problem) => {
    const found = returnUrlProblem(url);
    if (problem) expect(found).toMatch(problem);
    else expect(found).toBeNull();
  });

  it.each([
    ['has a host that is registered', 'https://crm.example.com:8443/other', true],
    ['has one in another case', 'https://CRM.example.com/', true],
    ['has one below it', 'https://evil.crm.example.com/', false],
    ['has one that ends like it', 'https://evilcrm.example.com/', false],
    ['has another spelling of loopback', 'http://localhost/', false],
  ])('%s: %s', (_, url, isAllowed) => {
    expect(isReturnHost(url, ['127.0.0.1', 'crm.example.com'])).toBe(isAllowed);
  });
});

describe('the URL a person is sent back to', () => {
  const ending = { sessionId: 'S', status: 'completed', state: 'a&b', deviceId: 7 };

  it.each([
    [
      'says how the session ended',
      'https://a.example/x',
      ending,
      '?session_id=S&status=completed&state=a%26b&device_id=7',
    ],
    [
      'keeps what the URL had, and replaces what it claimed',
      'https://a.example/x?status=completed&device_id=1&k=v',
      { ...ending, status: 'failed', deviceId: null },
      '?status=failed&k=v&session_id=S&state=a%26b',
    ],
    [
      'says nothing of a state that was not given',
      'https://a.example/x?state=forged',
      { ...ending, state: null },
      '?session_id=S&status=completed&device_id=7',
    ],
  ])('%s', (_, url, given, query) => {
    expect(returnLocation(url, given)).toBe(`https://a.example/x${query}`);
  });
});

import { readReturnPath } from './return-path.rules';

describe('the path that a person returns to', () => {
  it.each(['/oauth/authorize?client_id=a&state=%2F', '/sign-in', '/'])('may be %s', (path) => {
    expect(readReturnPath(path)).toBe(path);
  });

  it.each([
    null,
    '',
    'sign-in',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/\n//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    ' /sign-in',
  ])('is never %j', (path) => {
    expect(readReturnPath(path)).toBeNull();
  });

  it('stays on this host whatever its dots do', () => {
    expect(readReturnPath('/a/../..//evil.example/')).toBe(null);
    expect(readReturnPath('/../sign-in')).toBe('/sign-in');
  });
});

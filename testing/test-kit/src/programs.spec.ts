import { hasProgram } from './programs';

describe('a test that needs a program', () => {
  let said: jest.SpyInstance;

  beforeEach(() => {
    said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });

  afterEach(() => {
    said.mockRestore();
  });

  it('runs where the program is installed', () => {
    expect(hasProgram('promtool', process.execPath, { CI: 'true' })).toBe(true);
    expect(hasProgram('promtool', 'sh', { PATH: '/nowhere:/bin' })).toBe(true);
    expect(said).not.toHaveBeenCalled();
  });

  it('is skipped elsewhere, with the reason', () => {
    expect(hasProgram('promtool', 'promtool', { PATH: '/nowhere' })).toBe(false);
    expect(said).toHaveBeenCalledWith(
      'Some tests are skipped: promtool is not installed (apt-get install prometheus).\n',
    );
  });

  it('fails in CI, which installs all programs', () => {
    expect(() => hasProgram('chromium', '/nowhere/chromium', { CI: 'true' })).toThrow(
      'CI runs all tests, but chromium is not installed (apt-get install chromium).',
    );
  });
});

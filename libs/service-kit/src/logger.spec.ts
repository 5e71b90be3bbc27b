import { standardOutput } from './log-output';
import { createLogger } from './logger';

it('writes each line with the time at which it was logged', () => {
  const write = jest.spyOn(standardOutput, 'write').mockReturnValue();
  jest.useFakeTimers({ now: new Date('2026-01-02T03:04:05.006Z') });
  try {
    const logger = createLogger('spec', 'info');
    logger.info('one');
    logger.info('in the same millisecond');
    jest.advanceTimersByTime(1);
    logger.info('in the next');
    const times = write.mock.calls.map(([line]) => (JSON.parse(line) as { time: string }).time);
    expect(times).toEqual([
      '2026-01-02T03:04:05.006Z',
      '2026-01-02T03:04:05.006Z',
      '2026-01-02T03:04:05.007Z',
    ]);
  } finally {
    jest.useRealTimers();
    write.mockRestore();
  }
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { LogOutput } from './log-output';

describe('the output of the log', () => {
  let printed: string[];
  let output: LogOutput;

  beforeEach(() => {
    printed = [];
    output = new LogOutput((lines) => printed.push(lines));
  });

  it('writes the lines of one turn of the event loop together, in their order', async () => {
    output.write('one\n');
    output.write('two\n');
    expect(printed).toEqual([]);
    await nextTurn();
    output.write('three\n');
    await nextTurn();
    expect(printed).toEqual(['one\ntwo\n', 'three\n']);
  });

  it('writes nothing twice and nothing empty if it is flushed before the turn ends', async () => {
    output.write('one\n');
    output.flushSync();
    output.flushSync();
    await nextTurn();
    expect(printed).toEqual(['one\n']);
  });

  it('writes a fatal line immediately, since the process may end with it', () => {
    const logger = pino({ base: null, timestamp: false }, output);
    logger.info('before');
    logger.fatal('the end');
    expect(printed.join('')).toBe('{"level":30,"msg":"before"}\n{"level":60,"msg":"the end"}\n');
  });
});

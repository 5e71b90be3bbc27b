import type { FastifyRequest } from 'fastify';
import { AnyJson, ListOf, OneOf, Optional, Text, Union, Verbatim } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { hostileBodies } from '../testing/hostile-bodies';
import { MAX_VALUES } from './json-weight.rules';
import { readInput } from './operation-input';

class Row {
  @Text({ max: 10 }) title!: string;
}

class TextContent {
  @OneOf(['text']) type!: 'text';
}

/** Has a member of every kind that holds much. */
class Everything {
  @Verbatim({ min: 1, max: 4_096 }) message!: string;
  @Optional() @ListOf(Verbatim({ min: 1, max: 100 }), { maxItems: 100 }) events?: string[];
  @Optional() @ListOf(() => Row, { maxItems: 1_000 }) rows?: Row[];
  @Optional() @ListOf(Union(() => [TextContent]), { maxItems: 1_000 }) contents?: TextContent[];
  @Optional() @AnyJson() product?: unknown;
}

/** Every value in a value, itself included. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 1);
}

/** What reading a body took: the values that were built from it, and the bytes of the answer. */
function work(json: string): { values: number; error: AppError; answerBytes: number } {
  const built = jest.spyOn(JSON, 'parse');
  const request = { url: '/', query: {}, body: Buffer.from(json) } as unknown as FastifyRequest;
  try {
    readInput({ body: Everything }, request);
  } catch (error) {
    const results = built.mock.results.filter(({ type }) => type === 'return');
    const values = results.reduce((sum, { value }) => sum + valuesIn(value), 0);
    if (!(error instanceof AppError)) throw error;
    return { values, error, answerBytes: Buffer.byteLength(JSON.stringify(error.toBody())) };
  } finally {
    built.mockRestore();
  }
  throw new Error('The body was read.');
}

describe('a hostile body', () => {
  it.each(Object.entries(hostileBodies))('of %s costs little, and is answered shortly', (_, json) => {
    const { values, error, answerBytes } = work(json);
    expect(values).toBeLessThanOrEqual(MAX_VALUES);
    expect([400, 422]).toContain(error.status);
    expect(answerBytes).toBeLessThan(18 * 1024);
    expect(Object.keys(error.details.errors ?? {}).length).toBeLessThanOrEqual(50);
  });
});

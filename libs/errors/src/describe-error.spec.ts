import { AppError } from './app-error';
import { describeError, reasonOf } from './describe-error';

const PHONE = '4915112345678';

/** Errors of Postgres as TypeORM wraps them. */
function databaseError(code: string, message: string, more: object = {}): Error {
  const detail = `Failing row contains (1, ${PHONE}).`;
  return Object.assign(new Error(message), {
    name: 'QueryFailedError',
    severity: 'ERROR',
    code,
    detail,
    parameters: [PHONE],
    ...more,
  });
}

const notJson = (): Error => {
  try {
    JSON.parse(PHONE + 'x');
  } catch (error) {
    return error as Error;
  }
  throw new Error('It was JSON.');
};

describe('the description of an error', () => {
  it.each([
    ['a value of the wrong type', databaseError('22P02', `invalid input syntax for type date: "${PHONE}"`)],
    ['a value out of range', databaseError('22003', `value "${PHONE}" is out of range for type integer`)],
    ['a violated constraint', databaseError('23505', 'duplicate key value violates unique constraint "x"')],
    ['an unknown condition', databaseError('P0001', `no ${PHONE}`)],
    ['a text that is no JSON', notJson()],
    ['such an error as a cause', new Error('It failed.', { cause: databaseError('22P02', PHONE) })],
    ['a thrown text', PHONE],
  ])('quotes no input of %s', (_, error) => {
    expect(JSON.stringify(describeError(error))).not.toContain(PHONE);
    expect(reasonOf(error)).not.toContain(PHONE);
  });

  it('names the constraint, the code and the place', () => {
    const error = databaseError('23514', 'new row for relation "copies" violates check constraint "calm"', {
      constraint: 'calm',
    });
    expect(describeError(error)).toEqual({
      name: 'QueryFailedError',
      message: 'new row for relation "copies" violates check constraint "calm"',
      code: '23514',
      constraint: 'calm',
      stack: expect.stringContaining('describe-error.spec.ts') as string,
    });
  });

  it('follows the causes, and ends when they go in a circle', () => {
    const root = Object.assign(new Error('TIMEOUT'), { name: 'NatsError', code: 'TIMEOUT' });
    const error = new AppError('service_unavailable', { reason: 'busy' }, { cause: root });
    expect(describeError(error)).toMatchObject({
      code: 'service_unavailable',
      reason: 'busy',
      cause: { name: 'NatsError', code: 'TIMEOUT' },
    });
    expect(reasonOf(error).split('\n')).toEqual([
      `AppError: ${error.message}`,
      'caused by NatsError: TIMEOUT',
    ]);
    root.cause = error;
    expect(reasonOf(error).split('\n').length).toBeLessThan(10);
  });
});

describe('the message of an error', () => {
  it.each([
    ['capability_error', {}, 'The channel cannot do this now. Choose another channel.'],
    [
      'capability_error',
      { reason: 'x' },
      'The channel cannot do this now. Check reason and choose another channel.',
    ],
    ['provider_error', { reason: 'x' }, 'The provider could not complete this.'],
    [
      'provider_error',
      { provider: { code: '1', message: 'No.' } },
      'The provider could not complete this. See provider for its error.',
    ],
    ['capability_error', { message: 'Wait.' }, 'Wait.'],
  ] as const)('of %s with %j points only to what is there', (code, details, message) => {
    expect(new AppError(code, details).toBody().message).toBe(message);
  });
});

describe('an error with more details', () => {
  it('keeps its cause and who logged it', () => {
    const cause = new Error('why');
    const own = new AppError('provider_error', { reason: 'x' }, { cause }).with({ message_id: 7 });
    expect(own).toMatchObject({ details: { reason: 'x', message_id: 7 }, cause, isRelayed: false });
    const relayed = AppError.fromReply(own.toBody());
    expect(relayed.with({ message_id: 8 })).toMatchObject({ isRelayed: true, details: { message_id: 8 } });
    expect(relayed).not.toHaveProperty('cause');
  });
});

import { AppError, invalid } from '@chat/errors';
import { toMessageError } from './message-error';

describe('the error stored with a message', () => {
  it('keeps the provider’s own words', () => {
    const provider = { code: '463', message: 'Timelock' };
    const error = new AppError('capability_error', { message: 'Wait.', reason: 'x', provider });
    expect(toMessageError(error.toBody())).toEqual({ code: 'capability_error', message: 'Wait.', provider });
    expect(toMessageError(new AppError('invalid_phone').toBody()).provider).toBeNull();
  });

  it('has the sentences about the members as its message', () => {
    expect(toMessageError(invalid('message', 'message is too long. Shorten it.').toBody())).toEqual({
      code: 'validation_error',
      message: 'message is too long. Shorten it.',
      provider: null,
    });
  });
});

import { AppError, invalid } from '@chat/errors';
import { toMessageError, toShownError } from './message-error';

describe('the error stored with a message', () => {
  it('keeps the provider’s own words', () => {
    const provider = { code: '463', message: 'Timelock' };
    const error = new AppError('capability_error', { message: 'Wait.', reason: 'x', provider });
    expect(toMessageError(error.toBody())).toMatchObject({ message: 'Wait.', provider });
    expect(toMessageError(new AppError('invalid_phone').toBody()).provider).toBeNull();
  });

  it('keeps the reason', () => {
    expect(toMessageError(new AppError('capability_error', { reason: 'x' }).toBody())).toEqual({
      code: 'capability_error',
      message: 'The channel cannot do this now. Check reason and choose another channel.',
      reason: 'x',
      provider: null,
    });
    expect(toMessageError(new AppError('invalid_phone').toBody()).reason).toBeNull();
  });

  it('has the sentences about the members as its message', () => {
    expect(toMessageError(invalid('message', 'message is too long. Shorten it.').toBody())).toEqual({
      code: 'validation_error',
      message: 'message is too long. Shorten it.',
      reason: null,
      provider: null,
    });
  });
});

describe('an error that was stored', () => {
  const provider = { code: '131051', message: 'Unsupported' };
  const pointing = 'The channel cannot do this now. Check reason and choose another channel.';

  it.each([
    [
      'without a reason',
      { code: 'capability_error', message: pointing, provider },
      /^[^.]+now\. Choose/,
      null,
    ],
    ['with one', { code: 'capability_error', message: pointing, reason: 'x', provider }, /Check reason/, 'x'],
    [
      'in other words',
      { code: 'capability_error', message: 'Check reason.', provider },
      /^Check reason\.$/,
      null,
    ],
    [
      'without words of the provider',
      {
        code: 'provider_error',
        message: 'The provider could not complete this. See provider for its error.',
        provider: null,
      },
      /complete this\.$/,
      null,
    ],
    ['with a code of a later version', { code: 'x', message: 'No.', provider: null }, /^No\.$/, null],
  ])('%s is shown without a sentence that points to what it lacks', (_, stored, message, reason) => {
    expect(toShownError(stored)).toEqual({
      ...stored,
      message: expect.stringMatching(message) as string,
      reason,
    });
  });
});

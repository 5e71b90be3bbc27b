import { AppError } from '@chat/errors';

export function notUploaded(): AppError {
  return new AppError('device_service_error', {
    reason: 'media_not_uploaded',
    message: 'The chat network did not accept the file. Nothing was sent. Send the message again shortly.',
  });
}

export function tooLate(): AppError {
  return new AppError('device_service_error', {
    message: 'The message could not be handed over before its deadline. Send it again.',
  });
}

export function notConnected(): AppError {
  return new AppError('device_service_error', {
    reason: 'not_connected',
    message: 'The phone is not connected. Nothing was sent. Try again shortly.',
  });
}

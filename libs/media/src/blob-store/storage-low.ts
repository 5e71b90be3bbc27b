import { AppError } from '@chat/errors';

/** The refusal of files while the installation has little space left for them. */
export function storageLow(): AppError {
  return new AppError('service_unavailable', {
    reason: 'storage_low',
    message: 'The installation has too little space for files. Nothing was stored. Try again later.',
  });
}

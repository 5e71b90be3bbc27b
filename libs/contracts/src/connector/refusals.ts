import { AppError } from '@chat/errors';

/** The network of the channel carries no content of this kind. */
export function contentNotSupported(): AppError {
  return new AppError('capability_error', {
    reason: 'content_not_supported',
    message: 'This channel cannot send a message of this kind. Send another kind, or choose another channel.',
  });
}

/** The network of the channel carries sounds, but no voice notes. */
export function voiceNotesNotSupported(): AppError {
  return new AppError('capability_error', {
    reason: 'ptt_not_supported',
    message: 'This channel cannot send voice notes. Send the audio without ptt, or choose a Device channel.',
  });
}

import { AppError } from '@chat/errors';

/** Returns the error for content of a kind that the channel's network does not support. */
export function contentNotSupported(): AppError {
  return new AppError('capability_error', {
    reason: 'content_not_supported',
    message: 'This channel cannot send a message of this kind. Send another kind, or choose another channel.',
  });
}

/** Returns the error for a voice note on a channel whose network supports only audio files. */
export function voiceNotesNotSupported(): AppError {
  return new AppError('capability_error', {
    reason: 'ptt_not_supported',
    message:
      'This channel cannot send voice notes. Choose a Device channel, or send audio of a type that this channel takes without ptt.',
  });
}

/**
 * Returns the error for a message of a kind that the network restricts for the channel.
 * @param until when the restriction ends; null if that is unknown.
 */
export function reachoutRestricted(until: string | null): AppError {
  const end = until === null ? 'The network does not say until when.' : `It ends at ${until}.`;
  return new AppError('capability_error', {
    reason: 'reachout_restricted',
    message: `The network restricts messages of this kind for this channel. ${end} Other messages go out.`,
    ...(until !== null && { until }),
  });
}

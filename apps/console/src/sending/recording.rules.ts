/** What browsers record and phones play as a voice note: Opus. Others record AAC only, which would be a file. */
const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus'] as const;

/** A voice note of half an hour at this rate is far below what may be sent. */
export const BITS_PER_SECOND = 32_000;
export const LONGEST_MS = 30 * 60_000;

/** The type in which a browser can record a voice note; null if it cannot. */
export function recordingType(isSupported: (type: string) => boolean): string | null {
  return TYPES.find((type) => isSupported(type)) ?? null;
}

/** The file of a recording, named as its type is. */
export function fileNameOf(type: string): string {
  return type.startsWith('audio/ogg') ? 'voice-note.ogg' : 'voice-note.webm';
}

/** Minutes and seconds, as recorders show them. */
export function lengthShown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The longest time between the two presses of a double click. */
const TWICE_MS = 500;

/** Whether a press is the second of a double click whose first one put another button in its place, and means nothing. */
export function isSecondPress(firstAt: number, now: number): boolean {
  return now - firstAt < TWICE_MS;
}

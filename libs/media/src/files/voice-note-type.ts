/** The type of Opus in Ogg, as phones write it and the provider expects it. */
export const VOICE_NOTE_TYPE = 'audio/ogg; codecs=opus';

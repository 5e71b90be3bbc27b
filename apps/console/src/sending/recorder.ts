import { useEffect, useRef, useState } from 'react';
import { BITS_PER_SECOND, fileNameOf, LONGEST_MS, recordingType } from './recording.rules';

interface Listener {
  readonly onNote: (note: File) => void;
  /** The page was left while somebody spoke. */
  readonly onLeft: (note: File) => void;
  /** The browser or the person permits no microphone, or there is none. */
  readonly onRefused: () => void;
}

interface Recorder {
  /** Whether this browser can record what phones play as a voice note. */
  readonly isAble: boolean;
  /** When the recording began, on the clock of the page; null while there is none. */
  readonly startedAt: number | null;
  readonly start: () => Promise<void>;
  readonly finish: () => void;
  readonly discard: () => void;
}

/** Both are absent in pages without a secure context, and old browsers. */
const media = navigator.mediaDevices as MediaDevices | undefined;
const type =
  media && 'MediaRecorder' in window ? recordingType((one) => MediaRecorder.isTypeSupported(one)) : null;

/** Records a voice note. Leaving the page ends it, and the microphone is on only meanwhile. */
export function useRecorder({ onNote, onLeft, onRefused }: Listener): Recorder {
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const running = useRef<{ stop: (isKept: boolean) => void } | null>(null);
  const heard = useRef({ onNote, onLeft });
  heard.current = { onNote, onLeft };
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      running.current?.stop(true);
    };
  }, []);
  const start = async () => {
    if (!media || type === null || running.current) return;
    running.current = { stop: () => undefined };
    try {
      const sound = await media.getUserMedia({ audio: true });
      running.current = record(sound, type, (note) => {
        running.current = null;
        setStartedAt(null);
        if (note) heard.current[isGone.current ? 'onLeft' : 'onNote'](note);
      });
      if (isGone.current) running.current.stop(false);
      else setStartedAt(performance.now());
    } catch {
      running.current = null;
      onRefused();
    }
  };
  return {
    isAble: type !== null,
    startedAt,
    start,
    finish: () => running.current?.stop(true),
    discard: () => running.current?.stop(false),
  };
}

/** Records until it is stopped, or too long. @param onEnd is given the note, or null if it was discarded. */
function record(sound: MediaStream, mimeType: string, onEnd: (note: File | null) => void) {
  const recorder = new MediaRecorder(sound, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
  const chunks: Blob[] = [];
  let isKept = true;
  const limit = setTimeout(() => recorder.stop(), LONGEST_MS);
  recorder.ondataavailable = ({ data }) => void chunks.push(data);
  recorder.onstop = () => {
    clearTimeout(limit);
    for (const track of sound.getTracks()) track.stop();
    const [plainType] = mimeType.split(';');
    const note = new File(chunks, fileNameOf(mimeType), { type: plainType });
    onEnd(isKept && note.size > 0 ? note : null);
  };
  recorder.start();
  return {
    stop: (keep: boolean) => {
      if (recorder.state === 'inactive') return;
      isKept = keep;
      recorder.stop();
    },
  };
}

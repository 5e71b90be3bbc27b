import { useEffect, useState } from 'react';

/** The time, as often as asked. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** A text that is searched for once the person pauses. */
export function useSettled<T>(value: T, afterMs = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}

/** Tells of another value once the person pauses, and not of the first one. */
export function useSettledChange<T>(value: T, onChange: (value: T) => void): void {
  const settled = useSettled(value);
  const [told, setTold] = useState(settled);
  useEffect(() => {
    if (settled === told) return;
    setTold(settled);
    onChange(settled);
    // The callback is another one at each rendering.
  }, [settled]);
}

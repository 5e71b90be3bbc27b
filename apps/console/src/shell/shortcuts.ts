import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Place } from './places';

/** Keys with a modifier only: single letters belong to those who dictate or type. */
export function useShortcuts(places: readonly Place[], onHelp: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const place =
        event.altKey && !event.ctrlKey ? places[Number(event.code.replace('Digit', '')) - 1] : undefined;
      const isCommand = event.ctrlKey || event.metaKey;
      if (place) void navigate({ to: place.to });
      else if (isCommand && event.key === 'k') document.querySelector<HTMLElement>('[data-search]')?.focus();
      else if (isCommand && event.key === '/') onHelp();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [places, navigate, onHelp]);
}

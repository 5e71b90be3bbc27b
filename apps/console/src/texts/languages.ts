import { part } from '../loading/part';
import type { Texts } from './en';

export interface Language {
  readonly name: string;
  /** Of numbers and dates, and of what the widgets say. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly load: () => Promise<Texts>;
}

const english = part(() => import('./en'));
const spanish = part(() => import('./es'));
const portuguese = part(() => import('./pt-br'));

export const languages = {
  en: { name: 'English', locale: 'en', direction: 'ltr', load: async () => (await english()).en },
  es: { name: 'Español', locale: 'es', direction: 'ltr', load: async () => (await spanish()).es },
  'pt-BR': {
    name: 'Português (Brasil)',
    locale: 'pt-BR',
    direction: 'ltr',
    load: async () => (await portuguese()).ptBr,
  },
  /** For tests and the curious: `?language=pseudo`. */
  pseudo: {
    name: 'Pseudo',
    locale: 'ar-u-nu-latn',
    direction: 'rtl',
    load: async () => {
      const [{ pseudoOf }, { en }] = await Promise.all([import('./pseudo.rules'), import('./en')]);
      return pseudoOf(en);
    },
  },
} satisfies Record<string, Language>;

export type LanguageCode = keyof typeof languages;

const STORED = 'language';

/** The languages that people choose from. */
export const offered: readonly LanguageCode[] = ['en', 'es', 'pt-BR'];

/** The language in the address, else the one chosen before, else the first of the browser's that we have. */
export function currentLanguage(): LanguageCode {
  const named = new URLSearchParams(location.search).get('language');
  if (named && isLanguage(named)) remember(named);
  const stored = readStored();
  if (stored) return stored;
  for (const tag of navigator.languages) {
    const found = offered.find(
      (code) => tag.toLowerCase().split('-')[0] === code.toLowerCase().split('-')[0],
    );
    if (found) return found;
  }
  return 'en';
}

export function remember(code: LanguageCode): void {
  try {
    localStorage.setItem(STORED, code);
  } catch {
    // A browser that keeps nothing shows its own language again.
  }
}

function readStored(): LanguageCode | null {
  try {
    const stored = localStorage.getItem(STORED);
    return stored !== null && isLanguage(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isLanguage(code: string): code is LanguageCode {
  return Object.hasOwn(languages, code);
}

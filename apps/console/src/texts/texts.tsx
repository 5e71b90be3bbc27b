import { createContext, use, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Texts } from './en';
import { formatsOf, type Formats } from './formats';
import { languages, type LanguageCode } from './languages';

interface Spoken {
  readonly code: LanguageCode;
  readonly texts: Texts;
  readonly formats: Formats;
}

const Context = createContext<Spoken | null>(null);

/** Shows what is inside in a language, as soon as its texts are there, and the page in its direction. */
export function SpokenIn({
  code,
  texts: coming,
  children,
}: {
  code: LanguageCode;
  texts: Promise<Texts>;
  children: ReactNode;
}) {
  const texts = use(coming);
  const { locale, direction } = languages[code];
  const spoken = useMemo(() => ({ code, texts, formats: formatsOf(locale, texts) }), [code, texts, locale]);
  useEffect(() => {
    document.documentElement.lang = code === 'pseudo' ? 'en' : code;
    document.documentElement.dir = direction;
  }, [code, direction]);
  return (
    <Context.Provider value={spoken}>
      <I18nProvider locale={locale}>{children}</I18nProvider>
    </Context.Provider>
  );
}

function useSpoken(): Spoken {
  const spoken = useContext(Context);
  if (!spoken) throw new Error('Texts are there inside SpokenIn only.');
  return spoken;
}

export const useTexts = (): Texts => useSpoken().texts;
export const useFormats = (): Formats => useSpoken().formats;
export const useLanguage = (): LanguageCode => useSpoken().code;

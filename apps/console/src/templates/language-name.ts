/** What a language is called in the language of the page; its code where that is unknown. */
export function languageName(code: string): string {
  try {
    const names = new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'language' });
    return names.of(code.replace('_', '-')) ?? code;
  } catch {
    return code;
  }
}

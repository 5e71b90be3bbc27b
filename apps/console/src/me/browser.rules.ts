/** In their order: browsers call themselves by the names of others, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a browser is called, as in "Firefox · Linux"; null for one that says something else. */
export function browserOf(userAgent: string | null): string | null {
  const found = [browsers, systems].map((known) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1]);
  return found.filter((name) => name !== undefined).join(' · ') || null;
}

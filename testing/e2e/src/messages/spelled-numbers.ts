export interface SpelledNumber {
  code: string;
  /** As people dial it. */
  mobile: string;
  /** As the network spells it. */
  network: string;
}

/** Numbers that are dialled otherwise than the network spells them; `suffix` has two digits. */
export const spelledNumbers: readonly [string, (suffix: string) => SpelledNumber][] = [
  ['Brazil', (suffix) => ({ code: '55', mobile: `119876543${suffix}`, network: `5511876543${suffix}` })],
  ['Mexico', (suffix) => ({ code: '52', mobile: `55123456${suffix}`, network: `52155123456${suffix}` })],
  ['Argentina', (suffix) => ({ code: '54', mobile: `11234567${suffix}`, network: `54911234567${suffix}` })],
];

import type { Needs } from './shape-world';

/** What a shape is to do, and how the API and the events show it. */
export interface Expectation extends Needs {
  says: string;
  /** What differs in the API, as `linesOf` describes it. */
  api: string[];
  events: string[];
}

export const mara = (unread: number, window = 'open') =>
  `conversation with Mara Beispiel, 4915110000001, DE.94915110000001; ${unread} unread; window ${window}`;
export const lena = (name: string, unread: number, window: string) =>
  `conversation with ${name}@lena.k, DE.13491208655302741918; ${unread} unread; window ${window}`;
export const pablo = 'conversation with @u1, 4915110008001, DE.551; 0 unread; window shut';

/** A message that is unread and told of. */
export const received = (says: string, message: string): Expectation => ({
  says,
  api: [mara(2), message],
  events: ['message.received'],
});
export const nothing = (says: string): Expectation => ({ says, api: [], events: [] });
export const warned = (says: string, reason: string): Expectation => ({
  says,
  api: [`channel connected; warns: ${reason}`],
  events: [],
});
export const disconnected = (says: string, reason: string): Expectation => ({
  says,
  api: ['channel disconnected'],
  events: [`device.status_changed ${reason}`],
});
export const inTheApp = (expectation: Expectation): Expectation => ({ ...expectation, coexistence: true });

/** The first bytes of files. */
export const files = {
  jpeg: { type: 'image/jpeg', hex: 'ffd8ffe000104a46494600010100000100010000' },
  mp4: { type: 'video/mp4', hex: '00000018667479706d703432000000006d70343269736f6d' },
  pdf: { type: 'application/pdf', hex: '255044462d312e370a' },
  ogg: {
    type: 'audio/ogg',
    hex: '4f67675300020000000000000000010000000000000001134f70757348656164010138010000',
  },
  webp: { type: 'image/webp', hex: '524946460c00000057454250565038580a00000010000000' },
};
export const withFile = (file: Expectation['file'], says: string, message: string): Expectation => ({
  ...received(says, message),
  file,
});

import { makeValidator } from '@chat/service-kit';

/** Engines that are installed on request only, and how. */
const onRequest: Readonly<Record<string, string>> = {
  baileys:
    'this program does not contain the engine baileys. Install it with "npm ci --prefix engines/linked-phone", compile it with ' +
    '"npm run build", and run engines/linked-phone/dist/main.js instead (npm start does all of this by itself)',
};

/**
 * The name of an engine of this program.
 * @param installed those that it has beside the simulated one.
 */
export const engineName = (installed: readonly string[]) =>
  makeValidator((input: string) => {
    const names = ['simulated', ...installed];
    if (names.includes(input)) return input;
    throw new Error(onRequest[input] ?? `must be one of ${[...names, ...Object.keys(onRequest)].join(', ')}`);
  });

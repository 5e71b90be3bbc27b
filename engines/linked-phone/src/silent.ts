import type { ILogger } from '@whiskeysockets/baileys/lib/Utils/logger.js';

const nothing = () => {};

/** A logger for the library that drops everything: it would write down keys and messages. */
export const silent: ILogger = {
  level: 'silent',
  child: () => silent,
  ...{ trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
};

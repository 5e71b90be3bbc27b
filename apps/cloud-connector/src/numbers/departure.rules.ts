/** `last_error` by the reason for which a number left the provider's cloud (`disconnection_info`). */
const sentences: Readonly<Record<string, string>> = {
  PRIMARY_INACTIVITY:
    'The provider disconnected the number because the business app was not opened for too long. Open the app, then ' +
    'connect the number again.',
  COMPANION_INACTIVITY:
    'The provider disconnected the number because it was not used on its cloud for too long. Connect the number again.',
  BUSINESS_DOWNGRADE:
    'The business moved the number from the business app to the app for private persons. Move it back, then connect it ' +
    'again.',
  ACCOUNT_DISCONNECTED:
    'The number was disconnected in the business app. If that was a mistake, connect it again.',
};

/** Returns what is wrong and what to do; null if the provider names no reason. */
export function departureSentence(reason: string): string | null {
  if (reason === '') return null;
  const unknown = `The provider disconnected the number (${reason.slice(0, 60)}). Connect the number again.`;
  return sentences[reason] ?? unknown;
}

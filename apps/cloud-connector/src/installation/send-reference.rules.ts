/** The reference that a message carries to the provider, and that comes back with its statuses. */
export interface SendReference {
  /** The installation that sent the message; null if the reference does not say. */
  installationId: string | null;
  messageId: number;
}

const REFERENCE = /^(?:([0-9a-f]{32}):)?([1-9]\d{0,15})$/;

export function toReference({ installationId, messageId }: SendReference): string {
  return installationId === null ? String(messageId) : `${installationId}:${messageId}`;
}

/** @returns null for anything else, such as a reference that another product made. */
export function readReference(given: unknown): SendReference | null {
  const [, installationId = null, digits] = (typeof given === 'string' && REFERENCE.exec(given)) || [];
  const messageId = Number(digits);
  return Number.isSafeInteger(messageId) ? { installationId, messageId } : null;
}

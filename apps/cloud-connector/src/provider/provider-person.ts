/** A person as the provider names them: by number, by its own id, or both. */
export interface ProviderPerson {
  /** Digits; null if the provider hides the number. */
  phone: string | null;
  providerUserId: string | null;
}

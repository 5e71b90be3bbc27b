/** Where the rules put what is wrong with a draft. */
export interface DraftFindings {
  /** Returns whether a value could not be read, so that no rule may depend on it. */
  isBroken(path: string): boolean;
  /** @param path of the value, as in `buttons.1.text`. */
  add(path: string, sentence: string): void;
}

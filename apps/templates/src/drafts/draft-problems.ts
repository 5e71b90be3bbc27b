import { Problems } from '@chat/contracts';

/**
 * The problems that the rules find in a draft. Parts of the draft may be broken: they could not be read, and their
 * problems have already been reported.
 */
export class DraftProblems extends Problems {
  private readonly broken: ReadonlySet<string>;

  /** @param broken the paths that could not be read. There the draft is empty, or as the template was before. */
  constructor(broken: readonly string[] = []) {
    super();
    this.broken = new Set(broken);
  }

  /** Returns whether a value could not be read, so that no rule may depend on it. */
  isBroken(path: string): boolean {
    return this.broken.has(path);
  }

  override add(path: string, sentence: string): void {
    if (!this.isBroken(path)) super.add(path, sentence);
  }
}

import { Problems } from '@chat/contracts';

/**
 * What the rules find wrong with a draft, parts of which may be broken: they could not be read, and what is wrong with
 * them has been said.
 */
export class DraftProblems extends Problems {
  private readonly broken: ReadonlySet<string>;

  /** @param broken the paths of what could not be read. The draft has nothing there, or what a template had before. */
  constructor(broken: readonly string[] = []) {
    super();
    this.broken = new Set(broken);
  }

  /** Whether a value could not be read, so that nothing follows from it. */
  isBroken(path: string): boolean {
    return this.broken.has(path);
  }

  override add(path: string, sentence: string): void {
    if (!this.isBroken(path)) super.add(path, sentence);
  }
}

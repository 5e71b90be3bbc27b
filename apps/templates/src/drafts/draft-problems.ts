import { Problems } from '@chat/contracts';
import { checkDraft, type Draft, type DraftFindings } from '@chat/contracts/template-drafts';

/**
 * The problems that the rules find in a draft. Parts of the draft may be broken: they could not be read, and their
 * problems have already been reported.
 */
export class DraftProblems extends Problems implements DraftFindings {
  private readonly broken: ReadonlySet<string>;

  /** @param broken the paths that could not be read. There the draft is empty, or as the template was before. */
  constructor(broken: readonly string[] = []) {
    super();
    this.broken = new Set(broken);
  }

  isBroken(path: string): boolean {
    return this.broken.has(path);
  }

  override add(path: string, sentence: string): void {
    if (!this.isBroken(path)) super.add(path, sentence);
  }
}

/**
 * Checks a draft against the provider's rules and collects everything that is wrong with it.
 * @param broken the paths that could not be read: no problem is added for these, nor for anything that depends on them.
 */
export function draftProblems(draft: Draft, broken: readonly string[] = []): DraftProblems {
  const problems = new DraftProblems(broken);
  checkDraft(draft, problems);
  return problems;
}

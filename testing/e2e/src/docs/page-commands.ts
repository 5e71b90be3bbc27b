import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

export const root = join(__dirname, '../../../..');

/** A fenced code block of a page. */
export interface Block {
  /** The line of its first line of code. */
  line: number;
  language: string;
  code: string;
  /** Why no test runs it, from a comment above it: `<!-- not run: … -->`. */
  reason: string | null;
}

const FENCE = /^( *)```(\S*)\n([\s\S]*?)^\1```$/gm;
const REASON = /<!-- not run: ([^>]+?) -->\s*$/;
/** The start of a command in a block without a language. */
const COMMAND = /^(\$ |(npm|npx|node|curl|docker|kubectl|helm|git|psql|openssl) )/m;

/** The fenced blocks of a Markdown text, without the indentation of a list. */
export function blocksOf(text: string): Block[] {
  return [...text.matchAll(FENCE)].map(({ 0: whole, 1: indent, 2: language, 3: code, index }) => ({
    line: text.slice(0, index + whole.indexOf('\n') + 1).split('\n').length,
    language: language!,
    code: code!.replace(new RegExp(`^${indent}`, 'gm'), ''),
    reason: REASON.exec(text.slice(0, index))?.[1] ?? null,
  }));
}

/** Whether a reader would paste the block into a shell. */
export function isForShell({ language, code }: Block): boolean {
  if (language === '') return COMMAND.test(code);
  return ['sh', 'bash', 'shell', 'console', 'zsh'].includes(language);
}

/** The commands of a page that a test runs: its `sh` blocks without a reason not to. */
export async function commandsOf(page: string): Promise<string[]> {
  const blocks = blocksOf(await readFile(join(root, page), 'utf8'));
  return blocks.filter(({ language, reason }) => language === 'sh' && !reason).map(({ code }) => code);
}

/** The guides: the blocks of each continue each other, so each has its own shell. */
export async function guides(): Promise<string[]> {
  const names = await readdir(join(root, 'docs/guides'));
  return [...names.map((name) => `docs/guides/${name}`), 'docs/templates.md', 'docs/webhooks.md'];
}

/** The pages for who runs an installation. */
export const pagesForOperators = ['operations', 'accounts', 'incidents', 'retention', 'secrets'].map(
  (name) => `docs/${name}.md`,
);

/** Every page whose commands `start.e2e-spec.ts` runs. */
export async function pagesThatRun(): Promise<string[]> {
  return ['README.md', ...pagesForOperators, 'docs/oauth.md', 'docs/onboarding.md', ...(await guides())];
}

/** Every Markdown page of the repository, except those of packages. */
export async function allPages(folder = root): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const pages = await Promise.all(
    entries.map(async (entry): Promise<string[]> => {
      const path = join(folder, entry.name);
      if (entry.isFile()) return entry.name.endsWith('.md') ? [relative(root, path)] : [];
      const isOurs = entry.isDirectory() && !/^(\.|node_modules$|dist$)/.test(entry.name);
      return isOurs ? allPages(path) : [];
    }),
  );
  return pages.flat();
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allPages, blocksOf, isForShell, pagesThatRun, root } from './page-commands';

const page = `
Text
\`\`\`sh
npm start
\`\`\`
<!-- not run: it takes an hour -->

\`\`\`sh
npm run soak
\`\`\`

1. In a list

   \`\`\`sh
   curl one \\
     two
   \`\`\`

\`\`\`
npm run unnamed
\`\`\`
\`\`\`
listen: "0.0.0.0:4222"
\`\`\`
\`\`\`json
{}
\`\`\`
`;

describe('the code blocks of a page', () => {
  it('are found with their language, line and the reason why they are not run', () => {
    expect(blocksOf(page)).toEqual([
      { line: 4, language: 'sh', code: 'npm start\n', reason: null },
      { line: 9, language: 'sh', code: 'npm run soak\n', reason: 'it takes an hour' },
      { line: 15, language: 'sh', code: 'curl one \\\n  two\n', reason: null },
      { line: 20, language: '', code: 'npm run unnamed\n', reason: null },
      { line: 23, language: '', code: 'listen: "0.0.0.0:4222"\n', reason: null },
      { line: 26, language: 'json', code: '{}\n', reason: null },
    ]);
  });

  it('are for a shell when they are sh, or look like commands', () => {
    expect(blocksOf(page).map(isForShell)).toEqual([true, true, true, true, false, false]);
  });
});

describe('the pages of the repository', () => {
  it('have only commands that a test runs, or that say why none does', async () => {
    const run = await pagesThatRun();
    const forgotten: string[] = [];
    for (const name of await allPages()) {
      const blocks = blocksOf(await readFile(join(root, name), 'utf8')).filter(isForShell);
      for (const { line, language, reason } of blocks) {
        const isRun = run.includes(name) && language === 'sh';
        if (!isRun && (reason === null || reason.split(' ').length < 4)) forgotten.push(`${name}:${line}`);
      }
    }
    // Name the block `sh` on a page that start.e2e-spec.ts runs, or write <!-- not run: … --> with the reason above it.
    expect(forgotten).toEqual([]);
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const docs = join(__dirname, '../../../../docs');

export const eventsFile = join(docs, 'webhook-events.md');

/** Returns the code of the only block in that language in the receivers' guide. */
export async function codeOf(language: string): Promise<string> {
  const text = await readFile(join(docs, 'webhooks.md'), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language);
  if (blocks.length !== 1) throw new Error(`docs/webhooks.md has ${blocks.length} blocks of ${language}.`);
  return blocks[0]![2]!;
}

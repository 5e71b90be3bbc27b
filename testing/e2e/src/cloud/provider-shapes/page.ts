import { callbackShapes } from '@chat/sandbox/shapes';
import { expectations } from './expectations';

const INTRODUCTION = `# The provider's shapes

Every kind of callback that the provider is known to send, with its public source, what was expected of it, and what a test then
saw. For each, an account has one number, to which Mara wrote a text that was answered; then the callback came, and was answered
with 200. The third column lists what was new in the API or looked different afterwards, with the names of members in \`{…}\`.

The shapes have the members of the provider and made-up values. They are in \`testing/sandbox/src/provider/shapes\`, and the sandbox
is held against them too. The test is \`testing/e2e/src/cloud/cloud-shapes.journeys.ts\`.

<!-- prettier-ignore-start -->

`;

/** The table of all shapes. @param seen by name. */
export function printPage(seen: ReadonlyMap<string, { api: string[]; events: string[] }>): string {
  const rows = callbackShapes.map(({ name, source }) => {
    const { api, events } = seen.get(name)!;
    return [`[${name}](${source})`, expectations[name]!.says, cellOf(api), cellOf(events)];
  });
  const lines = [['shape', 'expected', 'the API shows', 'events'], ['-', '-', '-', '-'], ...rows];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${INTRODUCTION}${table}\n\n<!-- prettier-ignore-end -->\n`;
}

function cellOf(lines: string[]): string {
  return lines.length === 0 ? 'nothing' : lines.map((line) => codeOf(line)).join('<br>');
}

function codeOf(line: string): string {
  return `\`${line.replaceAll('|', '\\|')}\``;
}

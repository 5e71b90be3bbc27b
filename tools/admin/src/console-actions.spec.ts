import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { roles } from '@chat/contracts';
import { adminProgram } from './program';

const text = readFileSync(join(__dirname, '../../../docs/console.md'), 'utf8');
/** The rows of the tables whose first cell is a command of the tool. */
const rows = text
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, first, , last]) => /^`[a-z]/.test(first ?? '') && last !== undefined)
  .flatMap(([, first, second, third]) =>
    first!.split(', ').map((command) => ({
      command: command.replaceAll('`', ''),
      here: second!,
      role: third!.replaceAll('`', ''),
    })),
  );
const commandsOf = (command: Command, path: string): string[] =>
  command.commands.length === 0
    ? [path]
    : command.commands.flatMap((one) => commandsOf(one, `${path} ${one.name()}`.trim()));

describe('the table of what the admin tool and the console can do', () => {
  it('has each command of the tool once', () => {
    expect(rows.map(({ command }) => command).sort()).toEqual(commandsOf(adminProgram(), '').sort());
  });

  it('says who may do it in the console, or why nobody may', () => {
    const known: readonly string[] = [...roles, 'operator', 'nobody'];
    expect(rows.filter(({ here, role }) => !known.includes(role) || here === '')).toEqual([]);
  });
});

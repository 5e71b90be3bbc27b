import { Command } from 'commander';
import { AppError, invalid } from '@chat/errors';
import { addAccountCommands } from './account';
import { addAppCommands } from './app';
import { explain } from './explain';
import { addKeyCommands } from './key';
import { commaList } from './options';

describe('account update', () => {
  it.each([
    ['there is no change', [], 'say what is to change, as in --name'],
    ['the name is blank', ['--name', ' '], 'It must not be empty.'],
  ])('is refused before any request when %s', async (_, given, sentence) => {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    addAccountCommands(program);
    const ended = program.parseAsync(['node', 'admin', 'account', 'update', '--account', '1', ...given]);
    await expect(ended).rejects.toThrow(sentence);
  });
});

describe('a list option of key', () => {
  const key = (...given: string[]) => {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    addKeyCommands(program);
    return program.parseAsync(['node', 'admin', 'key', ...given]);
  };

  it.each([
    ['create', '--allow', ''],
    ['create', '--allow', ' '],
    ['update', '--allow', ','],
    ['update', '--allow', '127.0.0.1,'],
    ['create', '--scopes', ''],
    ['update', '--scopes', 'messages:send,,devices:read'],
  ])('is refused before any request: %s %s "%s"', async (command, option, value) => {
    await expect(key(command, option, value)).rejects.toThrow(
      'An item is empty. Say none for an empty list.',
    );
  });

  it.each([
    ['none', []],
    ['a, b ,a', ['a', 'b']],
  ])('is read from "%s"', (text, items) => {
    expect(commaList(text)).toEqual(items);
  });
});

describe('app update', () => {
  it('is refused before any request when the name is blank', async () => {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    addAppCommands(program);
    const ended = program.parseAsync(['node', 'admin', 'app', 'update', 'app_1', '--name', ' ']);
    await expect(ended).rejects.toThrow('It must not be empty.');
  });
});

describe('the explanation of an error', () => {
  it.each([
    [
      'names the id and the account, not methods and paths',
      new AppError('not_found'),
      'The account has no such record. Check the id and --account; list shows what there is.',
    ],
    [
      'keeps the message of a service',
      new AppError('not_found', { message: 'There is no such key. See key list.' }),
      'There is no such key. See key list.',
    ],
    ['is the problem with the input', invalid('name', 'name is required.'), 'name is required.'],
    ['is the message of any other error', new Error('No stack was started.'), 'No stack was started.'],
  ])('%s', (_, error, sentence) => {
    expect(explain(error)).toBe(sentence);
  });
});

import { join } from 'node:path';
import { Stack, type StackOptions } from '@chat/test-kit';

/** The stack that the journeys of one file share; it runs only during their tests. */
export type RunningStack = () => Stack;

/** Options of Node with which passwords cost a thousandth of the time. `npm start` and its journeys have none of it. */
export const CHEAP_PASSWORDS = ['-r', join(__dirname, 'access/cheap-passwords.cjs')];

/**
 * Starts one stack for all journeys of a file, and stops it after the last of them. Each journey uses its own accounts,
 * so they do not affect each other. A journey that kills processes gets its own stack.
 */
export function sharedStack(options: StackOptions): RunningStack {
  let stack: Stack | undefined;

  beforeAll(async () => {
    stack = await Stack.start({ nodeOptions: CHEAP_PASSWORDS, ...options });
  });

  afterAll(() => stack?.stop());

  return () => {
    if (!stack) throw new Error('The stack runs in tests and their hooks only.');
    return stack;
  };
}

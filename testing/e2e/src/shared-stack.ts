import { join } from 'node:path';
import { Stack, type StackOptions } from '@chat/test-kit';

/** The stack that the journeys of one file share; it runs only during their tests. */
export type RunningStack = () => Stack;

/** Options of Node with which passwords cost a thousandth of the time; in every shared stack. */
export const CHEAP_PASSWORDS = ['-r', join(__dirname, 'access/cheap-passwords.cjs')];

/**
 * Starts one stack for all journeys of a file, and stops it after the last of them. Each journey uses its own accounts,
 * so they do not affect each other. Journeys that kill processes have a stack of their own (`kills.e2e-spec.ts`).
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

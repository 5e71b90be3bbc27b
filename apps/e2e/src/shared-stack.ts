import { Stack, type StackOptions } from '@chat/testing';

/** The stack that the journeys of one file share; it runs while their tests do. */
export type RunningStack = () => Stack;

/**
 * Starts one stack for all journeys of a file, and stops it after the last of them. Each journey works in accounts of
 * its own, so they do not see each other. One that kills processes gets a stack of its own.
 */
export function sharedStack(options: StackOptions): RunningStack {
  let stack: Stack | undefined;

  beforeAll(async () => {
    stack = await Stack.start(options);
  });

  afterAll(() => stack?.stop());

  return () => {
    if (!stack) throw new Error('The stack runs in tests and their hooks only.');
    return stack;
  };
}

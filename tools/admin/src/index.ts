export { readJson } from './read-json';
export type { RunningStack } from './running-stack';
export { readStack, stackFileIn } from './running-stack';
export { withStack } from './stack-bus';

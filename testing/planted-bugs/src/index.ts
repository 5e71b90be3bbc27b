export { describePatches } from './describe-patches';
export type { PlantedBug, PlantedResult, PlantedSuite } from './planted-bugs';
export { formatPlanted, tryPlanted } from './planted-bugs';
export { ROOT, TreeCopy } from './tree-copy';

export { describePatches } from './describe-patches';
export {
  formatPlanted,
  tryPlanted,
  type PlantedBug,
  type PlantedResult,
  type PlantedSuite,
} from './planted-bugs';
export { ROOT, TreeCopy } from './tree-copy';

import { describePatches } from '@chat/planted-bugs';
import { plantedFaults } from './planted-faults';

describePatches(plantedFaults);

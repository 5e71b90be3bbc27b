import { describePatches } from '@chat/planted-bugs';
import { removedGuards } from './removed-guards';

describePatches(removedGuards);

import { openRunFolder } from './run-folder';

/** Journeys start servers of their own, in the folder for temporary files of this run. */
export default async function journeysSetup(): Promise<void> {
  await openRunFolder();
}

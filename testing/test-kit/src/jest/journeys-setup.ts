import { openRunFolder } from './run-folder';

/** Journeys bring their own servers, and keep them where all temporary files of this run are. */
export default async function journeysSetup(): Promise<void> {
  await openRunFolder();
}

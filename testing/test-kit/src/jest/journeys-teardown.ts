import { closeRunFolder } from './run-folder';

export default async function journeysTeardown(): Promise<void> {
  await closeRunFolder();
}

import { replaceFile } from '@chat/local-servers';

/** Only its owner may read it. */
export function writeJson(file: string, value: object): Promise<void> {
  return replaceFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a process runs. */
export interface Build {
  readonly version: string;
  /** The commit that the image was built from; `unknown` outside of images. */
  readonly commit: string;
}

/**
 * Returns the build of this process. All packages of the workspace have one version, and images contain their manifests.
 * @param commit the setting `BUILD_COMMIT`, which the image sets.
 */
export function buildOf({ BUILD_COMMIT: commit }: { BUILD_COMMIT: string }): Build {
  const manifest = readFileSync(join(__dirname, '../package.json'), 'utf8');
  return { version: (JSON.parse(manifest) as { version: string }).version, commit };
}

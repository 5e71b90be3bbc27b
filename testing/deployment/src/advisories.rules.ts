import { satisfies } from 'semver';

/** What is known against a package: a line of `.ci/advisories.json`. */
export interface Advisory {
  readonly package: string;
  /** The affected versions, as a range of npm. */
  readonly vulnerable: string;
  readonly url: string;
  /** The day on which somebody read it and entered its range. */
  readonly reviewed: string;
  /** Affected copies that may stay for now: their paths in the lockfile, and why. */
  readonly accepted?: Readonly<Record<string, string>>;
}

/** The packages of a `package-lock.json` by their paths. Links to workspaces have no version. */
export type LockedPackages = Readonly<Record<string, { readonly version?: string }>>;

/** Returns a sentence for each locked package that an advisory affects, except those that were accepted. */
export function affectedPackages(packages: LockedPackages, advisories: readonly Advisory[]): string[] {
  return Object.entries(packages).flatMap(([path, { version }]) =>
    advisories
      .filter((advisory) => path.endsWith(`node_modules/${advisory.package}`))
      .filter(({ vulnerable }) => version !== undefined && satisfies(version, vulnerable))
      .filter(({ accepted }) => accepted?.[path] === undefined)
      .map(({ vulnerable, url }) => `${path} ${version} is affected (${vulnerable}): ${url}`),
  );
}

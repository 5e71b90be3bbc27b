export interface Release {
  /** Such as `v0.1.0`, which is also its tag. */
  readonly name: string;
  readonly commit: string;
}

/** Reads the table of docs/releases.md, in its order: the newest is the last. */
export function releasesIn(page: string): Release[] {
  const lines = page.matchAll(/^\| (v\d+\.\d+\.\d+) +\| `([0-9a-f]{40})` +\|/gm);
  return [...lines].map(([, name, commit]) => ({ name: name!, commit: commit! }));
}

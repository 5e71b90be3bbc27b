import { readOneOf } from '../ui/filters.rules';

export const jobStates = ['waiting', 'running', 'dead'] as const;

export const views = ['accounts', 'health', 'dead-letters', 'jobs'] as const;

/** What operators look at, as it stands in the address; accounts are left out of it. */
export interface InstallationView {
  readonly view?: (typeof views)[number];
  readonly state?: (typeof jobStates)[number];
}

export function readInstallationView(search: Record<string, unknown>): InstallationView {
  return { view: readOneOf(search['view'], views), state: readOneOf(search['state'], jobStates) };
}

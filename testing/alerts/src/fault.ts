import type { End, Installation } from './installation';

/** A real fault of a running installation, and the alert that it raises. */
export interface AlertFault {
  readonly alert: string;
  /** What happens, for the report. */
  readonly fault: string;
  /** The other alerts that the same fault may raise, as consequences. Any further one is a finding. */
  readonly alongside?: readonly string[];
  /** Whether the fault needs only tables, and little time: it is part of the quick form. */
  readonly isQuick?: boolean;
  /** Why the alert goes on for long after the fault has ended, so that the run does not wait for its end. */
  readonly lasts?: string;
  begin(installation: Installation): Promise<End>;
}

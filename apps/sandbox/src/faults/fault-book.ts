import type { Fault } from './fault';

/** The faults that are still to happen. They are gone with the process. */
export class FaultBook {
  private faults: Fault[] = [];

  /** Takes the place of the fault with the same match; with `times` 0 nothing takes it. */
  put(fault: Fault): void {
    const key = matchKey(fault);
    this.faults = this.faults.filter((known) => matchKey(known) !== key);
    if (fault.times > 0) this.faults.push({ ...fault });
  }

  list(): readonly Fault[] {
    return this.faults;
  }

  /** The fault that this send meets, used up by one; the oldest that matches. */
  take(send: { to: string; reference: string }): Fault | null {
    const fault = this.faults.find(
      ({ match }) =>
        (match.to === undefined || match.to === send.to) &&
        (match.reference === undefined || match.reference === send.reference),
    );
    if (!fault) return null;
    fault.times -= 1;
    if (fault.times === 0) this.faults = this.faults.filter((known) => known !== fault);
    return fault;
  }
}

function matchKey({ match }: Fault): string {
  return `${match.to ?? '*'}/${match.reference ?? '*'}`;
}

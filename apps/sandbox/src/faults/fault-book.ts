import type { Fault } from './fault';

/** How many refused sends are remembered, in case they are attempted again. */
const MEMORY = 10_000;

/** The faults that are still to happen. They are gone with the process. */
export class FaultBook {
  private faults: Fault[] = [];
  /** Sends that an `error` met, with the attempts that it still meets. */
  private readonly refused = new Map<string, { fault: Fault; left: number }>();

  /** Takes the place of the fault with the same match; with `times` 0 nothing takes it. */
  put(fault: Fault): void {
    const key = matchKey(fault);
    this.faults = this.faults.filter((known) => matchKey(known) !== key);
    if (fault.times > 0) this.faults.push({ ...fault });
  }

  list(): readonly Fault[] {
    return this.faults;
  }

  /**
   * The fault that this send meets, used up by one; the oldest that matches. A refused send that is attempted again,
   * under the same id, is the same send.
   */
  take({ id, ...send }: { id: string; to: string; reference: string }): Fault | null {
    const known = this.refused.get(id);
    if (known) return this.repeat(known);
    const fault = this.strike(send);
    if (fault?.mode === 'error') this.remember(id, fault);
    return fault;
  }

  private strike(send: { to: string; reference: string }): Fault | null {
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

  private remember(id: string, fault: Fault): void {
    this.refused.set(id, { fault, left: (fault.attempts ?? Infinity) - 1 });
    const [oldest] = this.refused.keys();
    if (this.refused.size > MEMORY && oldest !== undefined) this.refused.delete(oldest);
  }

  private repeat(refused: { fault: Fault; left: number }): Fault | null {
    refused.left -= 1;
    return refused.left >= 0 ? refused.fault : null;
  }
}

function matchKey({ match }: Fault): string {
  return `${match.to ?? '*'}/${match.reference ?? '*'}`;
}

import type { Fault } from './fault';

/** Maximum number of refused sends remembered, in case they are attempted again. */
const MEMORY = 10_000;

/** The pending faults, in memory only. */
export class FaultBook {
  private faults: Fault[] = [];
  /** Sends that got an `error`, with the number of attempts still to be refused. */
  private readonly refused = new Map<string, { fault: Fault; left: number }>();

  /** Adds a fault, in place of one with the same match; with `times` 0, only removes that one. */
  put(fault: Fault): void {
    const key = matchKey(fault);
    this.faults = this.faults.filter((known) => matchKey(known) !== key);
    if (fault.times > 0) this.faults.push({ ...fault });
  }

  list(): readonly Fault[] {
    return this.faults;
  }

  /**
   * Returns and uses up the fault for this send: the oldest that matches. Another attempt of a refused send, with the
   * same id, counts as the same send.
   */
  take({ id, ...send }: { id: string; to: string; reference: string }): Fault | null {
    const known = this.refused.get(id);
    if (known) return this.repeat(known);
    const fault = this.strike(send);
    if (fault?.mode === 'error') this.remember(id, fault);
    return fault;
  }

  /** Returns and uses up the fault for a management call of the provider, named by the end of its path. */
  takeCall(call: string): Fault | null {
    return this.use(this.faults.find(({ match }) => match.call === call));
  }

  private strike(send: { to: string; reference: string }): Fault | null {
    const fault = this.faults.find(
      ({ match }) =>
        match.call === undefined &&
        (match.to === undefined || match.to === send.to) &&
        (match.reference === undefined || match.reference === send.reference),
    );
    return this.use(fault);
  }

  private use(fault: Fault | undefined): Fault | null {
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
  return `${match.call ?? '*'}/${match.to ?? '*'}/${match.reference ?? '*'}`;
}

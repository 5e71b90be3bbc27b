const SystemDate = Date;
let aheadMs = 0;

const now = (): number => SystemDate.now() + aheadMs;

/** Shifts the time of day for everything that asks for it; durations (`performance.now()`, timers) are not affected. */
export function hookClock(): void {
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as Date,
    apply: () => new SystemDate(now()).toString(),
    get: (target, member, receiver) =>
      member === 'now' ? now : (Reflect.get(target, member, receiver) as unknown),
  });
}

/** Sets the clock of this process, as an administrator or an NTP server would. */
export function shiftClock(byMs: number): void {
  aheadMs = byMs;
}

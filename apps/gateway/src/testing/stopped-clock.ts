/**
 * Stops the clock that budgets and caches of this process read, so that no budget is refilled, however slow the machine
 * is. For specs only.
 * @returns a function that restarts the clock.
 */
export function stopClock(): () => void {
  const stoppedAt = performance.now();
  performance.now = () => stoppedAt;
  return () => void Reflect.deleteProperty(performance, 'now');
}

/**
 * Stops the clock that budgets and caches of this process read, so that nothing of them comes back however slow the
 * machine is. @returns how to let it go on. For specs only.
 */
export function stopClock(): () => void {
  const stoppedAt = performance.now();
  performance.now = () => stoppedAt;
  return () => void Reflect.deleteProperty(performance, 'now');
}

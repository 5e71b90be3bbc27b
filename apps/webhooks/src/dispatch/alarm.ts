/** A timer that fires once, at the earliest of the times it was set to since it last fired. */
export class Alarm {
  private timer: NodeJS.Timeout | undefined;
  private atMs = Infinity;

  constructor(private readonly ring: () => void) {}

  setIn(ms: number): void {
    const atMs = performance.now() + ms;
    if (atMs >= this.atMs) return;
    this.stop();
    this.atMs = atMs;
    this.timer = setTimeout(() => {
      this.stop();
      this.ring();
    }, Math.ceil(ms));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.atMs = Infinity;
  }
}

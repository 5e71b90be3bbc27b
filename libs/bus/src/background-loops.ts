import { BackgroundLoop } from './background-loop';

export interface LoopDefinition {
  /** What the loop does, as the log names it when a round fails. */
  name: string;
  /** One round of work; true asks for the next one at once. */
  round: () => Promise<boolean | void>;
  /** The pause between rounds, cut short by `wake`. */
  everyMs: number;
}

/**
 * The background loops of one service. They run while the service takes requests and events: what a round needs is
 * there from the first to the last.
 */
export class BackgroundLoops {
  private readonly loops: BackgroundLoop[] = [];

  /** @param onError told of every round that failed, with the loop's name; the loop goes on after its pause. */
  constructor(private readonly onError: (error: unknown, loop: string) => void) {}

  /** For constructors and bootstrap hooks: the loop starts after them, and may be woken at any time. */
  add({ name, round, everyMs }: LoopDefinition): BackgroundLoop {
    const loop = new BackgroundLoop(round, everyMs, (error) => this.onError(error, name));
    this.loops.push(loop);
    return loop;
  }

  start(): void {
    this.loops.forEach((loop) => loop.start());
  }

  /** Waits for the rounds under way; none begins after. */
  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}

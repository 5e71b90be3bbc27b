import { BackgroundLoop } from './background-loop';

export interface LoopDefinition {
  /** The loop's name in the log when a round fails. */
  name: string;
  /** Does one round of work; true starts the next one without a pause. */
  round: () => Promise<boolean | void>;
  /** The pause between rounds, cut short by `wake`. */
  everyMs: number;
  /**
   * Whether it takes at most half of the time: after a round of which there is more, it rests for as long as the round took.
   * For work that may be a lot and is not urgent.
   */
  isGentle?: boolean;
}

/**
 * The background loops of one service. They run only while the service takes requests and events, so that everything a
 * round needs is available.
 */
export class BackgroundLoops {
  private readonly loops = new Map<BackgroundLoop, string>();

  /** @param onError called for every failed round, with the loop's name; the loop continues after its pause. */
  constructor(private readonly onError: (error: unknown, loop: string) => void) {}

  /** Adds a loop. For constructors and bootstrap hooks: the loop starts after them, and can be woken at any time. */
  add({ name, round, everyMs, isGentle }: LoopDefinition): BackgroundLoop {
    const loop = new BackgroundLoop(round, everyMs, (error) => this.onError(error, name), isGentle);
    this.loops.set(loop, name);
    return loop;
  }

  start(): void {
    for (const loop of this.loops.keys()) loop.start();
  }

  /** Waits for the rounds in progress; no other starts. */
  async stop(): Promise<void> {
    await Promise.all([...this.loops.keys()].map((loop) => loop.stop()));
  }

  /** Returns the names of the loops that have not ended. */
  unfinished(): string[] {
    return [...this.loops].flatMap(([loop, name]) => (loop.isUnfinished ? [name] : []));
  }
}

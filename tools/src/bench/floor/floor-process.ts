import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { nextMessage } from '../child-answer';
import { FLOOR_SETTINGS, type FloorReady, type FloorSettings } from './settings';

/** The floor while it runs, as a process of its own. */
export class FloorProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly pid: number,
    readonly url: string,
  ) {}

  /** Resolves when it has copied the tables, linked its phone and listens. */
  static async start(settings: FloorSettings): Promise<FloorProcess> {
    const child = fork(join(__dirname, 'main.js'), [], {
      env: { ...process.env, [FLOOR_SETTINGS]: JSON.stringify(settings) },
    });
    const { url } = await nextMessage<FloorReady>(child, 'The floor');
    return new FloorProcess(child, child.pid!, url);
  }

  stop(): void {
    this.child.disconnect();
  }
}

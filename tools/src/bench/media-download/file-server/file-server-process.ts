import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { nextMessage } from '../../child-answer';

/** The bare file server while it runs, as a process of its own. */
export class FileServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(folder: string): Promise<FileServerProcess> {
    const env = { ...process.env, FILE_SERVER_FOLDER: folder };
    const child = fork(join(__dirname, 'main.js'), [], { env });
    const { url } = await nextMessage<{ url: string }>(child, 'The file server');
    return new FileServerProcess(child, url);
  }

  get pid(): number {
    return this.child.pid!;
  }

  stop(): void {
    this.child.disconnect();
  }
}

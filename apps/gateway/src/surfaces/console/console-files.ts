import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { AppError } from '@chat/errors';
import { StoredDocument } from '../stored-document';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Where the build puts the console, which is a package of its own. */
export const builtConsole = { folder: join(dirname(require.resolve('@chat/console/package.json')), 'dist') };

/** The files of the console as they were built. They are read on first use, since many gateways never show it. */
export class ConsoleFiles {
  private known: Promise<ReadonlyMap<string, StoredDocument>> | undefined;
  private page: string | undefined;

  constructor(private readonly folder: string) {}

  /**
   * The page that every address of the console has.
   * @throws Error if the console was not built.
   */
  index(): string {
    return (this.page ??= readFileSync(join(this.folder, 'index.html'), 'utf8'));
  }

  /** @throws AppError `not_found`, also for whatever is not in the folder of assets itself. */
  async asset(name: string): Promise<StoredDocument> {
    const file = (await (this.known ??= this.list())).get(name);
    if (!file) throw new AppError('not_found');
    return file;
  }

  icon(): StoredDocument {
    return this.stored('icon.svg');
  }

  private async list(): Promise<ReadonlyMap<string, StoredDocument>> {
    const names = await readdir(join(this.folder, 'assets')).catch((error: unknown) => {
      this.known = undefined;
      throw error;
    });
    return new Map(names.map((name) => [name, this.stored(join('assets', name))]));
  }

  private stored(file: string): StoredDocument {
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    return new StoredDocument(type, () => readFile(join(this.folder, file)));
  }
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { Manifest } from './manifest';

/** The root of the workspace. */
export const root = join(__dirname, '../../../..');

/** The overlays that people apply. */
export const overlays = ['small', 'production'] as const;

const hasKubectl = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'kubectl')));

/** `describe` where kubectl can render overlays; elsewhere the tests are skipped, and counted so. */
export const describeWithKubectl = hasKubectl ? describe : describe.skip;

const rendered = new Map<string, Manifest[]>();

/** The objects of a kustomization, as `kubectl apply -k` would send them. Each caller gets its own. */
export function render(folder: string): Manifest[] {
  const manifests = rendered.get(folder) ?? renderAnew(folder);
  rendered.set(folder, manifests);
  return structuredClone(manifests);
}

function renderAnew(folder: string): Manifest[] {
  const text = execFileSync('kubectl', ['kustomize', join(root, 'k8s', folder)], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document): Manifest => document.toJS() as Manifest);
}

/** What `docker/Dockerfile` sets in the environment of every process. */
export function imageEnvironment(): Record<string, string> {
  const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8');
  const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile) ?? [];
  return Object.fromEntries(
    [...block.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** A service of `docker/compose.yaml`. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly args: Readonly<Record<string, string>> };
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

/** The settings that `docker/make-env.sh` makes. */
function readSettings(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deployment-env-'));
  const file = join(folder, '.env');
  execFileSync(join(root, 'docker/make-env.sh'), [file], { stdio: 'ignore' });
  const text = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  return text;
}

/** `docker/compose.yaml` with the settings that `docker/make-env.sh` makes. */
export function readCompose(): Readonly<Record<string, unknown>> & {
  readonly services: Readonly<Record<string, ComposeService>>;
} {
  const given = new Map(
    [...readSettings().matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const text = readFileSync(join(root, 'docker/compose.yaml'), 'utf8');
  const complete = text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind, fallback) => {
    const value = given.get(name);
    if (value === undefined && kind !== '-') throw new Error(`docker/make-env.sh makes no ${name}`);
    // Compose puts values into what YAML made of the file; an empty one is a text, and not null.
    return (value ?? String(fallback)) || "''";
  });
  return parse(complete, { merge: true }) as ReturnType<typeof readCompose>;
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { hasProgram } from '@chat/test-kit/programs';
import type { Manifest } from './manifest';

export const root = join(__dirname, '../../../..');

/** The overlays that are applied to clusters. */
export const overlays = ['small', 'production'] as const;

/** `describe` if kubectl can render overlays; otherwise the tests are skipped, and reported as such. */
export const describeWithKubectl = hasProgram('kubectl') ? describe : describe.skip;

const rendered = new Map<string, Manifest[]>();

/** The objects of a kustomization, as `kubectl apply -k` would send them. Each call returns a fresh copy. */
export function render(folder: string): Manifest[] {
  const manifests = rendered.get(folder) ?? renderAnew(join(root, 'k8s', folder));
  rendered.set(folder, manifests);
  return structuredClone(manifests);
}

/** The objects of an overlay that lists a component, as a copy of it would. */
export function renderWithComponent(overlay: string, component: string): Manifest[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'component-')));
  try {
    const at = (path: string) => relative(folder, join(root, 'k8s', path));
    const kustomization = {
      resources: [at(`overlays/${overlay}`)],
      components: [at(`components/${component}`)],
    };
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    return renderAnew(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param folder anywhere. */
export function renderAnew(folder: string): Manifest[] {
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document): Manifest => document.toJS() as Manifest);
}

/** The environment that `docker/Dockerfile` sets for every process. */
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

/** The settings that `docker/make-env.sh` generates. */
function readSettings(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deployment-env-'));
  const file = join(folder, '.env');
  execFileSync(join(root, 'docker/make-env.sh'), [file], { stdio: 'ignore' });
  const text = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  return text;
}

/** `docker/compose.yaml` with the settings that `docker/make-env.sh` generates. */
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
    // Compose substitutes after parsing the YAML, so an empty value is a string, not null.
    return (value ?? String(fallback)) || "''";
  });
  return parse(complete, { merge: true }) as ReturnType<typeof readCompose>;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { LOCAL_CONNECTIONS } from '@chat/local-servers';
import { loadConfig } from '@chat/service-kit';
import { services } from '@chat/standalone';
import { workloadsOf, type Manifest, type Workload } from './testing/manifest';
import { describeWithKubectl, overlays, readCompose, render, root } from './testing/manifests';

/** The default of Postgres' `superuser_reserved_connections`. */
const RESERVED_FOR_SUPERUSERS = 3;
/** Beside the services: the operator of the cluster, exporters, `pg_dump`, and people with `psql`. */
const OTHERS = 15;

interface Scale {
  replicas?: number;
  strategy?: { rollingUpdate?: { maxSurge?: number | string } };
}

const { DATABASE_POOL_SIZE: defaultPool } = loadConfig(
  {},
  { DATABASE_URL: 'postgres://chat@localhost/chat', NATS_URL: 'nats://localhost' },
);

/** A service has no connection outside its pool: migrations, locks and the relay of its outbox take theirs from it. */
function poolOf({ spec }: Workload): number {
  const env = spec.template.spec.containers.flatMap((container) => container.env ?? []);
  return Number(env.findLast(({ name }) => name === 'DATABASE_POOL_SIZE')?.value ?? defaultPool);
}

/**
 * The most pods of a service at once. During an update, a Deployment has pods beyond its replicas, and as many that are
 * leaving and still have connections; a StatefulSet replaces its pods one by one.
 */
function mostPods({ kind, metadata, spec }: Workload, manifests: readonly Manifest[]): number {
  const { replicas = 1, strategy } = spec as Scale;
  const autoscaler = manifests.find(
    (manifest) => manifest.kind === 'HorizontalPodAutoscaler' && manifest.metadata.name === metadata.name,
  )?.spec as { maxReplicas: number } | undefined;
  const surge = kind === 'Deployment' ? Number(strategy?.rollingUpdate?.maxSurge) : 0;
  return (autoscaler?.maxReplicas ?? replicas) + 2 * surge;
}

function mostConnections(manifests: Manifest[]): number {
  return workloadsOf(manifests)
    .map((workload) => mostPods(workload, manifests) * poolOf(workload))
    .reduce((sum, connections) => sum + connections, RESERVED_FOR_SUPERUSERS + OTHERS);
}

describeWithKubectl('in Kubernetes', () => {
  const { max_connections: text } = (
    parse(readFileSync(join(root, 'k8s/data/postgres.yaml'), 'utf8')) as {
      spec: { postgresql: { parameters: Record<string, string> } };
    }
  ).spec.postgresql.parameters;
  const available = Number(text);

  it.each(overlays)(
    'the pools of all pods of the overlay %s fit into Postgres, with every autoscaler at its maximum, during an update',
    (overlay) => {
      const manifests = render(`overlays/${overlay}`);
      expect(workloadsOf(manifests)).toHaveLength(services.length);
      expect(mostConnections(manifests)).toBeLessThanOrEqual(available);
    },
  );

  it('a larger pool, or more pods, would not', () => {
    const manifests = render('overlays/production');
    const [{ spec }] = workloadsOf(manifests) as [Workload];
    spec.template.spec.containers[0]!.env!.push({ name: 'DATABASE_POOL_SIZE', value: '50' });
    expect(mostConnections(manifests)).toBeGreaterThan(available);

    const scaled = render('overlays/production');
    const autoscaler = scaled.find(({ kind }) => kind === 'HorizontalPodAutoscaler')!;
    (autoscaler.spec as { maxReplicas: number }).maxReplicas += 100;
    expect(mostConnections(scaled)).toBeGreaterThan(available);
  });
});

describe('in Compose', () => {
  it('the pools of all services fit into Postgres', () => {
    const compose = readCompose().services;
    const pools = services.map(({ name }) => {
      const { environment, deploy } = compose[name] as (typeof compose)[string] & {
        deploy?: { replicas?: number };
      };
      return (deploy?.replicas ?? 1) * Number(environment?.DATABASE_POOL_SIZE ?? defaultPool);
    });
    const { command } = compose.postgres as unknown as { command: string[] };
    const [, available] = /^max_connections=(\d+)$/m.exec(command.join('\n'))!;
    const sum = pools.reduce((all, pool) => all + pool, RESERVED_FOR_SUPERUSERS + OTHERS);
    expect(sum).toBeLessThanOrEqual(Number(available));
  });
});

describe('with npm start', () => {
  it('the pools of all services and of the sandbox fit into Postgres', () => {
    const sum = (services.length + 1) * defaultPool + RESERVED_FOR_SUPERUSERS + OTHERS;
    expect(sum).toBeLessThanOrEqual(LOCAL_CONNECTIONS);
  });
});

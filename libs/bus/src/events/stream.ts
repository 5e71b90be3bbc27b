import {
  DiscardPolicy,
  ErrorCode,
  nanos,
  NatsError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type NatsConnection,
  type StreamInfo,
} from 'nats';
import { STREAM } from '../subjects';

/** JetStream's code for a stream that exists with other settings: an operator may have changed them. */
const NAME_IN_USE = 10_058;
/**
 * JetStream's codes for more replicas than servers: without a cluster, and with a cluster that is too small or
 * incomplete.
 */
const tooFewServers: readonly number[] = [10_074, 10_005];
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * How long NATS recognizes an event that a relay publishes again after losing the answer. Each id costs the server
 * memory; consumers recognize later repeats themselves.
 */
const DUPLICATE_WINDOW_MS = 2 * 60 * 1000;

/**
 * Ensures that the stream of all events exists and allows direct reads, by which each service looks up only its own
 * events. Safe to call from all processes concurrently.
 * @param replicas on how many servers to keep a stream that has to be created; an existing one keeps its setting.
 * @throws Error that names the setting if the cluster has fewer servers.
 */
export async function ensureStream(manager: JetStreamManager, replicas: number): Promise<void> {
  const settings = {
    name: STREAM,
    subjects: ['evt.>'],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_age: nanos(7 * DAY_MS),
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    allow_direct: true,
    num_replicas: replicas,
  };
  try {
    await manager.streams.add(settings);
  } catch (error) {
    if (codeOf(error) === NAME_IN_USE) await allowDirectReads(manager);
    else if (needsMoreServers(error)) throw cannotReplicate(replicas, error);
    else throw error;
  }
}

/** How the stream is replicated: on how many servers, and which of them are behind. */
export interface StreamState {
  readonly name: string;
  readonly replicas: number;
  /** Null without a cluster, and while a leader is being elected. */
  readonly leader: string | null;
  readonly followers: readonly string[];
  readonly behind: readonly string[];
}

/** @throws NatsError if there is no stream yet. */
export async function stateOfStream(nats: NatsConnection): Promise<StreamState> {
  const manager = await nats.jetstreamManager({ checkAPI: false });
  return stateOf(await manager.streams.info(STREAM));
}

/**
 * Changes on how many servers the stream is kept, and allows services to look up their own events in it. Followers copy
 * the stream in the background.
 * @throws Error if the cluster has fewer servers.
 */
export async function replicateStream(nats: NatsConnection, replicas: number): Promise<StreamState> {
  const manager = await nats.jetstreamManager({ checkAPI: false });
  const { config, cluster } = await manager.streams.info(STREAM);
  // A server without a cluster would accept the number and remain the only replica.
  if (!cluster && replicas > 1) throw cannotReplicate(replicas);
  try {
    const settings = { ...config, num_replicas: replicas, allow_direct: true };
    return stateOf(await manager.streams.update(STREAM, settings));
  } catch (error) {
    throw needsMoreServers(error) ? cannotReplicate(replicas, error) : error;
  }
}

function stateOf({ config, cluster }: StreamInfo): StreamState {
  const followers = cluster?.replicas ?? [];
  return {
    name: config.name,
    replicas: config.num_replicas,
    leader: cluster?.leader ?? null,
    followers: followers.map(({ name }) => name),
    behind: followers.filter(({ current }) => !current).map(({ name }) => name),
  };
}

function codeOf(error: unknown): number | undefined {
  return error instanceof NatsError ? error.api_error?.err_code : undefined;
}

function needsMoreServers(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && tooFewServers.includes(code);
}

function cannotReplicate(replicas: number, cause?: unknown): Error {
  return new Error(
    `NATS has no ${replicas} servers for the stream ${STREAM}. Check NATS_STREAM_REPLICAS and the servers of the cluster.`,
    { cause },
  );
}

async function allowDirectReads(manager: JetStreamManager): Promise<void> {
  const { config } = await manager.streams.info(STREAM);
  if (config.allow_direct) return;
  try {
    await manager.streams.update(STREAM, { ...config, allow_direct: true });
  } catch (error) {
    if (!(error instanceof NatsError && error.code === String(ErrorCode.PermissionsViolation))) throw error;
    throw new Error(
      `The stream ${STREAM} does not allow direct reads: run admin stream --replicas ${config.num_replicas}`,
      {
        cause: error,
      },
    );
  }
}

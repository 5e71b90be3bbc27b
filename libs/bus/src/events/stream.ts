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
import { canGet, sizeToSet, SMALLEST_STREAM_BYTES, type StreamSize } from './stream-size.rules';

/** JetStream's code for a stream that exists with other settings: an operator may have changed them. */
const NAME_IN_USE = 10_058;
/**
 * JetStream's codes for more replicas than servers: without a cluster, and with a cluster that is too small or
 * incomplete.
 */
const tooFewServers: readonly number[] = [10_074, 10_005];
/** JetStream's code for a size that is larger than what is left of the server's `max_file_store`. */
const INSUFFICIENT_STORAGE = 10_047;
/** JetStream's value for a stream without a limit. */
const NO_LIMIT = -1;
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * How long NATS recognizes an event that a relay publishes again after losing the answer. Each id costs the server
 * memory; consumers recognize later repeats themselves.
 */
const DUPLICATE_WINDOW_MS = 2 * 60 * 1000;

/** The settings of the stream. An existing stream keeps its number of replicas, and is enlarged only by its keeper. */
export interface StreamSettings {
  /** On how many servers it is kept. */
  readonly replicas: number;
  /** How many bytes it may hold on each of them; without a limit if absent. */
  readonly maxBytes?: number;
}

/**
 * Ensures that the stream of all events exists and allows direct reads, by which each service looks up only its own
 * events. A full stream refuses new events, which then wait in the outboxes: dropping old ones would lose those that a
 * slow consumer has not got yet. Safe to call from all processes concurrently.
 * @throws Error that names the setting if the servers cannot keep the stream.
 */
export async function ensureStream(
  manager: JetStreamManager,
  { replicas, maxBytes = NO_LIMIT }: StreamSettings,
): Promise<void> {
  const settings = {
    name: STREAM,
    subjects: ['evt.>'],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    max_age: nanos(7 * DAY_MS),
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    allow_direct: true,
    num_replicas: replicas,
  };
  try {
    await manager.streams.add(settings);
  } catch (error) {
    if (codeOf(error) === NAME_IN_USE) await allowDirectReads(manager);
    else throw refusal({ replicas, maxBytes }, error);
  }
}

/**
 * Enlarges the stream to the setting, and makes a full stream refuse new events instead of dropping old ones. This
 * includes a stream that a release without this setting created.
 * @throws Error that names the setting if the stream holds too much for it, or the servers have no room.
 */
export async function enlargeStream(manager: JetStreamManager, setting: number): Promise<void> {
  const info = await manager.streams.info(STREAM);
  const size = sizeOf(info);
  const wanted = sizeToSet(size, setting);
  if (wanted === null) return;
  if (!canGet(size, wanted)) {
    throw new Error(
      `The stream ${STREAM} has ${size.bytes} bytes, too many for a size of ${wanted}: it keeps its limits. Raise NATS_STREAM_MAX_BYTES.`,
    );
  }
  await setSize(manager, info, wanted);
}

/** How the stream is replicated, and how full it is. */
export interface StreamState {
  readonly name: string;
  readonly replicas: number;
  /** Null without a cluster, and while a leader is being elected. */
  readonly leader: string | null;
  readonly followers: readonly string[];
  readonly behind: readonly string[];
  readonly bytes: number;
  /** Null without a limit. */
  readonly max_bytes: number | null;
  readonly messages: number;
  /** When the oldest event was published; null if there is none. */
  readonly oldest_at: string | null;
}

/** How far a consumer is. */
export interface ConsumerState {
  readonly name: string;
  /** Events that it was not given yet. */
  readonly pending: number;
  /** Events that it was given and has not acknowledged. */
  readonly unacknowledged: number;
}

/** @throws NatsError if there is no stream yet. */
export async function stateOfStream(nats: NatsConnection): Promise<StreamState> {
  const manager = await nats.jetstreamManager({ checkAPI: false });
  return stateOf(await manager.streams.info(STREAM));
}

/** Returns the stream's consumers, those that are furthest behind first. */
export async function consumersOfStream(nats: NatsConnection): Promise<ConsumerState[]> {
  const manager = await nats.jetstreamManager({ checkAPI: false });
  const consumers: ConsumerState[] = [];
  for await (const { name, num_pending, num_ack_pending } of manager.consumers.list(STREAM)) {
    consumers.push({ name, pending: num_pending, unacknowledged: num_ack_pending });
  }
  return consumers.sort((one, other) => other.pending - one.pending || one.name.localeCompare(other.name));
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
    throw refusal({ replicas }, error);
  }
}

/**
 * Changes how many bytes the stream may hold. A full stream refuses new events from then on.
 * @throws Error if it holds too much for this size: the server would drop the oldest events, consumed or not.
 */
export async function resizeStream(nats: NatsConnection, maxBytes: number): Promise<StreamState> {
  if (maxBytes < SMALLEST_STREAM_BYTES) {
    throw new Error(`The smallest size of the stream ${STREAM} is ${SMALLEST_STREAM_BYTES} bytes.`);
  }
  const manager = await nats.jetstreamManager({ checkAPI: false });
  const info = await manager.streams.info(STREAM);
  const { bytes } = info.state;
  if (!canGet(sizeOf(info), maxBytes)) {
    throw new Error(
      `The stream ${STREAM} has ${bytes} bytes, too many for a size of ${maxBytes}: at most 70 % of it may be in use.`,
    );
  }
  return stateOf(await setSize(manager, info, maxBytes));
}

async function setSize(
  manager: JetStreamManager,
  { config }: StreamInfo,
  maxBytes: number,
): Promise<StreamInfo> {
  try {
    const settings = { ...config, max_bytes: maxBytes, discard: DiscardPolicy.New };
    return await manager.streams.update(STREAM, settings);
  } catch (error) {
    throw refusal({ replicas: config.num_replicas, maxBytes }, error);
  }
}

function sizeOf({ config, state }: StreamInfo): StreamSize {
  return {
    bytes: state.bytes,
    maxBytes: config.max_bytes > 0 ? config.max_bytes : null,
    refusesNew: config.discard === DiscardPolicy.New,
  };
}

function stateOf(info: StreamInfo): StreamState {
  const { config, cluster, state } = info;
  const followers = cluster?.replicas ?? [];
  return {
    name: config.name,
    replicas: config.num_replicas,
    leader: cluster?.leader ?? null,
    followers: followers.map(({ name }) => name),
    behind: followers.filter(({ current }) => !current).map(({ name }) => name),
    bytes: state.bytes,
    max_bytes: sizeOf(info).maxBytes,
    messages: state.messages,
    oldest_at: state.messages > 0 ? new Date(state.first_ts).toISOString() : null,
  };
}

function codeOf(error: unknown): number | undefined {
  return error instanceof NatsError ? error.api_error?.err_code : undefined;
}

/** Returns the error to throw when the servers refuse these settings. */
function refusal({ replicas, maxBytes }: StreamSettings, error: unknown): unknown {
  const code = codeOf(error);
  if (code !== undefined && tooFewServers.includes(code)) return cannotReplicate(replicas, error);
  if (code !== INSUFFICIENT_STORAGE) return error;
  return new Error(
    `NATS has no room for ${maxBytes} bytes of the stream ${STREAM}. Lower NATS_STREAM_MAX_BYTES, or raise max_file_store of the server, and enlarge its disk.`,
    { cause: error },
  );
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

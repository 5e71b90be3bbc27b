import {
  DiscardPolicy,
  ErrorCode,
  nanos,
  NatsError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
} from 'nats';
import { STREAM } from '../subjects';

/** JetStream's code for a stream that exists with other settings: an operator may have changed them. */
const NAME_IN_USE = 10_058;
/** Its codes for more replicas than there are servers: without a cluster, and with one that is too small or not whole. */
const tooFewServers: readonly number[] = [10_074, 10_005];
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * So long NATS knows an event again that a relay publishes twice, since it lost the answer. Each id costs the server memory;
 * consumers know later repeats themselves.
 */
const DUPLICATE_WINDOW_MS = 2 * 60 * 1000;

/**
 * Makes sure that the one stream of all events exists and allows direct reads, by which each service looks up its own
 * events and no others. Safe to call from every process at once.
 * @param replicas the servers that keep a stream which has to be created; one that exists keeps its own.
 * @throws Error that names the setting when the cluster has fewer servers.
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
    const code = error instanceof NatsError ? error.api_error?.err_code : undefined;
    if (code === NAME_IN_USE) await allowDirectReads(manager);
    else if (code !== undefined && tooFewServers.includes(code)) throw cannotReplicate(replicas, error);
    else throw error;
  }
}

function cannotReplicate(replicas: number, cause: unknown): Error {
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
      `The stream ${STREAM} does not allow direct reads: run nats stream edit ${STREAM} --allow-direct`,
      {
        cause: error,
      },
    );
  }
}

import { counter, gauge, histogram, sampledGauge } from './instrument';

/**
 * All metrics of our own. Labels have values defined by the code: services, operations, consumers, types of jobs, codes
 * of the catalogue. `docs/observability.md` explains how to read them.
 */
const FAST = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** For durations that may include waiting for a receiver or a retry. */
const SLOW = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];

export const buildInfo = gauge('chat_build_info', 'The build that the process runs; always 1.', [
  'service',
  'version',
  'commit',
]);

export const httpDuration = histogram(
  'chat_http_request_duration_seconds',
  'HTTP requests by operation and outcome (ok, refused: 4xx, failed: 5xx), from their headers to the end of the answer.',
  ['service', 'operation', 'outcome'],
  FAST,
);
export const httpResponses = counter('chat_http_responses_total', 'HTTP answers by status.', [
  'service',
  'status',
]);
export const httpRefusedConnections = counter(
  'chat_http_refused_connections_total',
  'Connections that were refused, by the limit that was reached.',
  ['service', 'reason'],
);

export const eventStreams = gauge('chat_event_streams', 'Event streams that are open.', ['service']);
export const eventStreamEnds = counter(
  'chat_event_stream_ends_total',
  'Event streams that ended, by the reason: client, credential (no longer valid), slow (read too slowly), drain.',
  ['service', 'reason'],
);
export const eventStreamResets = counter(
  'chat_event_stream_resets_total',
  'How often a reader of an event stream was told to read everything again.',
  ['service'],
);
export const eventBufferBytes = gauge(
  'chat_event_buffer_bytes',
  'Memory of the events that readers of event streams may have missed.',
  ['service'],
);

export const requestLogDropped = counter(
  'chat_request_log_dropped_total',
  'Requests that the request log does not have, by the limit that was reached: memory, account, or storage.',
  ['reason'],
);

export const operationDuration = histogram(
  'chat_operation_duration_seconds',
  'Requests that a service answered on the bus, by operation and outcome.',
  ['service', 'operation', 'outcome'],
  FAST,
);
export const operationErrors = counter(
  'chat_operation_errors_total',
  'Errors that a service answered on the bus, by the code of the catalogue.',
  ['service', 'operation', 'code'],
);
export const busSilences = counter(
  'chat_bus_silences_total',
  'Requests on the bus that nobody answered, by what became of them.',
  ['service', 'operation', 'fate'],
);
export const busConnected = sampledGauge(
  'bus',
  'chat_bus_connected',
  'Whether the service is connected to NATS (1) or not (0).',
  ['service'],
);

export const outboxPublished = counter(
  'chat_outbox_published_total',
  'Events that this replica published out of its outbox.',
  ['service'],
);
export const outboxEvents = sampledGauge(
  'queues',
  'chat_outbox_events',
  'Events that wait in the outbox; 10000 stands for that many or more.',
  ['service'],
);
export const outboxAge = sampledGauge(
  'queues',
  'chat_outbox_age_seconds',
  'Age of the oldest event in the outbox.',
  ['service'],
);

export const events = counter(
  'chat_events_total',
  'Events that a consumer took, by outcome: handled, failed (tried again), dead (given up).',
  ['service', 'consumer', 'outcome'],
);
export const eventDelay = histogram(
  'chat_event_delay_seconds',
  'Time from the fact to the commit of what a consumer made of it.',
  ['service', 'consumer'],
  SLOW,
);
export const eventsPending = sampledGauge(
  'consumers',
  'chat_events_pending',
  'Events of the stream that a consumer was not given yet, or has not acknowledged.',
  ['service', 'consumer'],
);
export const streamBytes = sampledGauge(
  'stream',
  'chat_stream_bytes',
  'Bytes of the stream of events on each of its servers.',
  ['service'],
);
export const streamMaxBytes = sampledGauge(
  'stream',
  'chat_stream_max_bytes',
  'How many bytes the stream may hold, after which it refuses events; absent without a limit.',
  ['service'],
);
export const streamReplicasBehind = sampledGauge(
  'stream',
  'chat_stream_replicas_behind',
  'Servers that keep the stream and have not all of it.',
  ['service'],
);
export const spaceUsed = sampledGauge(
  'space',
  'chat_space_used_ratio',
  'How much of a space is used, 1 being all that may be: from there on, what writes most is refused.',
  ['service', 'space'],
);
export const deadLetters = sampledGauge(
  'queues',
  'chat_dead_letters',
  'Events that were given up; 10000 stands for that many or more.',
  ['service', 'consumer'],
);

export const jobDuration = histogram(
  'chat_job_duration_seconds',
  'Tries of jobs by outcome: done, continued, failed (tried again), dead (given up).',
  ['service', 'type', 'outcome'],
  SLOW,
);
export const jobs = sampledGauge(
  'queues',
  'chat_jobs',
  'Jobs by state: due, later, running, dead. Of all types together at most 10000 are counted.',
  ['service', 'type', 'state'],
);
export const jobAge = sampledGauge(
  'queues',
  'chat_job_age_seconds',
  'For how long the oldest due job has been due.',
  ['service', 'type'],
);
export const backgroundFailures = counter(
  'chat_background_failures_total',
  'Rounds of background work that failed and are tried again.',
  ['service'],
);

export const postgresConnections = sampledGauge(
  'pool',
  'chat_postgres_connections',
  'Connections of the pool by state: idle, busy.',
  ['service', 'state'],
);
export const postgresWaiting = sampledGauge(
  'pool',
  'chat_postgres_waiting',
  'Requests for a connection that wait since the pool has none left.',
  ['service'],
);

export const sends = counter(
  'chat_sends_total',
  'Messages that a connector handed over, by outcome: accepted, refused, unknown.',
  ['service', 'outcome'],
);
export const providerDuration = histogram(
  'chat_provider_call_duration_seconds',
  'Calls of the provider by endpoint and outcome: ok, refused, unreached, unanswered.',
  ['endpoint', 'outcome'],
  FAST,
);
export const providerErrors = counter(
  'chat_provider_errors_total',
  "Refusals of the provider or the phones' network by its code; other: a code that is not known.",
  ['service', 'code'],
);
export const foreignCallbackEntries = counter(
  'chat_callback_foreign_entries_total',
  'Entries of callbacks that were ignored, since they name one of our numbers but not its account at the provider.',
  [],
);
export const groupMessages = counter(
  'chat_callback_group_messages_total',
  'Messages to groups that were ignored, since groups are not supported.',
  [],
);
export const providerSockets = sampledGauge(
  'provider',
  'chat_provider_connections',
  'The pool of connections to the provider by state: connected, free, running, queued.',
  ['state'],
);
export const tokenExpiry = sampledGauge(
  'tokens',
  'chat_provider_token_expiry_timestamp_seconds',
  'When the first of the tokens of connected numbers at the provider expires; absent if none does.',
  [],
);
export const deviceSessions = sampledGauge(
  'sessions',
  'chat_device_sessions',
  'Sessions of phones in the hands of this replica, by status.',
  ['status'],
);
export const deviceProblems = sampledGauge(
  'sessions',
  'chat_device_session_problems',
  'Sessions of phones in the hands of this replica that are not connected or limited, by the reason that the channel shows.',
  ['reason'],
);
export const deviceEnds = counter(
  'chat_device_connections_ended_total',
  'Connections to the network of phones that ended, by the reason.',
  ['reason'],
);
export const deviceUnreadable = counter(
  'chat_device_unreadable_total',
  'Messages to linked phones that could not be decrypted; one that is sent again may count again.',
  [],
);

export const outboundDuration = histogram(
  'chat_outbound_request_duration_seconds',
  'Calls of URLs that users gave, by outcome: the class of the status, or how the call failed.',
  ['client', 'outcome'],
  FAST,
);
export const outboundRunning = gauge('chat_outbound_running', 'Calls of URLs that users gave, under way.', [
  'client',
]);

export const webhookAttempts = counter(
  'chat_webhook_attempts_total',
  'Attempts to deliver a webhook by outcome: succeeded, or the error that the delivery log names.',
  ['outcome'],
);
export const webhookDelay = histogram(
  'chat_webhook_delay_seconds',
  'Time from the event to the beginning of the first attempt to deliver it, where its endpoint was well all the time.',
  [],
  SLOW,
);
export const webhookPending = sampledGauge(
  'deliveries',
  'chat_webhook_deliveries_pending',
  'Deliveries that are not at an end; 10000 stands for that many or more.',
  [],
);
export const webhookLanes = sampledGauge(
  'deliveries',
  'chat_webhook_lanes_due',
  'Endpoints that are due to be looked at, by state: steady, new (never responded with 2xx), retrying (the latest attempts failed). At most 10000.',
  ['state'],
);
export const webhookLaneAge = sampledGauge(
  'deliveries',
  'chat_webhook_lane_age_seconds',
  'For how long the endpoint that has waited longest has been due, by state: steady, new, retrying.',
  ['state'],
);

export const certificateExpiry = sampledGauge(
  'certificates',
  'chat_certificate_expiry_timestamp_seconds',
  'When the first of the certificates in a setting expires, as the process read it at its start.',
  ['service', 'setting'],
);

export const sampleFailures = counter(
  'chat_sample_failures_total',
  'Samples at a scrape that failed or came too late; their gauges are absent then.',
  ['service', 'sampler'],
);

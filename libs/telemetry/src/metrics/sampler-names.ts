/** The samplers, each with the services that have it. */
export const samplerServices = {
  pool: 'all',
  queues: 'all',
  bus: 'all',
  consumers: 'all',
  stream: 'all',
  certificates: 'all',
  provider: ['cloud-connector'],
  tokens: ['cloud-connector'],
  sessions: ['device-sessions'],
  deliveries: ['webhooks'],
  space: ['messaging'],
} as const satisfies Readonly<Record<string, 'all' | readonly string[]>>;

export type SamplerName = keyof typeof samplerServices;

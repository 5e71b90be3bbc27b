/**
 * A part of the API that an installation switches on or off by a setting of the gateway. Operations name the flags that
 * must be on.
 */
export interface FeatureFlag {
  /** The name of the setting. */
  readonly name: `FEATURE_${string}`;
  /** What holds where the environment does not say. */
  readonly default: 'on' | 'off';
  /** What it switches, in one sentence for those who run an installation. */
  readonly summary: string;
}

/** Every flag there is. The settings of the gateway and the documentation are made from it. */
export const featureFlags = {
  tickets: {
    name: 'FEATURE_TENANT_TICKETS_V1',
    default: 'on',
    summary: 'Tickets and ticket types.',
  },
  templateLifecycle: {
    name: 'FEATURE_TEMPLATE_LIFECYCLE_V1',
    default: 'on',
    summary: 'Creating, editing, deleting and synchronizing templates.',
  },
  templateProviderDelete: {
    name: 'FEATURE_TEMPLATE_PROVIDER_DELETE_V1',
    default: 'off',
    summary: 'Deleting templates at the provider.',
  },
} as const satisfies Record<string, FeatureFlag>;

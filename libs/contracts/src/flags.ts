/**
 * A part of the API that an installation turns on or off by a setting of the gateway. An operation names the flags that
 * must be on.
 */
export interface FeatureFlag {
  /** The name of the setting. */
  readonly name: `FEATURE_${string}`;
  /** The value if the setting is absent from the environment. */
  readonly default: 'on' | 'off';
  /** What the flag controls, in one sentence for operators. */
  readonly summary: string;
}

/** Every feature flag. The settings of the gateway and the documentation are derived from this object. */
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

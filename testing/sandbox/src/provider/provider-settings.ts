import type { SandboxConfig } from '../config';
import type { Pace } from './messages/pacing';
import type { ProviderSettings } from './provider';

/** Returns the provider's part of the sandbox's settings. */
export function readProviderSettings(config: SandboxConfig): ProviderSettings {
  return {
    app: {
      id: config.PROVIDER_APP_ID,
      secret: config.PROVIDER_APP_SECRET,
      verifyToken: config.PROVIDER_VERIFY_TOKEN,
      callbackUrl: config.SANDBOX_CALLBACK_URL || null,
      callbackFields: config.SANDBOX_CALLBACK_FIELDS,
    },
    sends: {
      statusDelayMs: config.SANDBOX_STATUS_MS,
      numberPace: eachSecond(config.SANDBOX_NUMBER_PER_SECOND),
      coexistencePace: eachSecond(config.SANDBOX_COEXISTENCE_PER_SECOND),
      pairPace:
        config.SANDBOX_PAIR_BURST === 0
          ? null
          : { burst: config.SANDBOX_PAIR_BURST, perSecond: 1 / config.SANDBOX_PAIR_SECONDS },
    },
    callbackRetryMs: config.SANDBOX_CALLBACK_RETRY_MS,
    reviewMs: config.SANDBOX_REVIEW_MS,
    templateLimit: config.SANDBOX_TEMPLATE_LIMIT,
    codeLivesMs: config.SANDBOX_CODE_MS,
    mediaUrlLivesSeconds: config.SANDBOX_MEDIA_URL_SECONDS,
  };
}

function eachSecond(messages: number): Pace | null {
  return messages === 0 ? null : { burst: messages, perSecond: messages };
}

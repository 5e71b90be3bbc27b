import {
  About,
  Default,
  Digits,
  Example,
  Id,
  Int,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Timestamp,
  Uuid,
  Verbatim,
  WhenKnown,
  Word,
} from '..';
import { SignUpSettings } from '../cloud-connector/sign-up.dto';
import { Channel } from './channel.dto';

export const onboardingModes = ['cloud', 'coexistence'] as const;
export type OnboardingMode = (typeof onboardingModes)[number];

export const onboardingStatuses = ['pending', 'completed', 'failed', 'expired'] as const;
export type OnboardingStatus = (typeof onboardingStatuses)[number];

export class CreateOnboardingSession {
  @About(
    'Where the user goes afterward: https, or http on localhost and 127.0.0.1. The host must match a redirect ' +
      'URI of a developer app; port and path do not matter.',
  )
  @Example('https://app.acme.test/connected')
  @Verbatim({ min: 1, max: 2_000 })
  return_url!: string;
  @About('Your own value, to recognize the user who returns.') @Optional() @Word({ max: 128 }) state?: string;
  @About('`coexistence`: the number stays active in the business app.')
  @Default('cloud')
  @Optional()
  @OneOf(onboardingModes)
  mode!: OnboardingMode;
  @About(
    'With an API key: only the redirect URIs of this app count, not those of all apps of the account. Ignored ' +
      'with an access token, which uses those of its own app.',
  )
  @Optional()
  @Id()
  developer_app_id?: number;
}

export class CreatedOnboardingSession {
  @Uuid() session_id!: string;
  @OneOf(onboardingModes) mode!: OnboardingMode;
  @About('Open it in a full browser window, not in a frame.')
  @Example('https://api.acme.test/onboarding/3f2b8c5e-9d41-4c76-8a0e-1b5d7f9c2e34')
  @Verbatim()
  hosted_url!: string;
  @Timestamp() expires_at!: string;
  @OneOf(onboardingStatuses) status!: OnboardingStatus;
}

export class OnboardingSessionPath {
  @Uuid() id!: string;
}

/** Why a session failed. */
export class OnboardingError {
  @About('A code such as `limit_reached` or `number_in_use`.') @Verbatim() code!: string;
  @Verbatim() message!: string;
}

export class OnboardingSession {
  @Uuid() session_id!: string;
  @OneOf(onboardingModes) mode!: OnboardingMode;
  @About('A number that connects after the session expires still completes it.')
  @OneOf(onboardingStatuses)
  status!: OnboardingStatus;
  @Timestamp() expires_at!: string;
  @Nullable() @Timestamp() completed_at!: string | null;
  @About('The channel, once the session is completed.') @WhenKnown() @Nested(() => Channel) device?: Channel;
  @About('Why the session failed.')
  @Nullable()
  @Nested(() => OnboardingError)
  error!: OnboardingError | null;
}

/** The steps of the hosted page. */
export const onboardingSteps = ['sign-up', 'connecting', 'pin', 'ended'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

export class OnboardingRef {
  @Uuid() session_id!: string;
}

/** A session as the hosted page shows it to a user of its account. */
export class OnboardingView {
  @OneOf(onboardingSteps) step!: OnboardingStep;
  @OneOf(onboardingModes) mode!: OnboardingMode;
  /** The host that the person returns to. */
  @Verbatim() return_host!: string;
  /** What went wrong with the last attempt, in a sentence or two. */
  @Nullable() @Verbatim() advice!: string | null;
  @Int({ min: 0 }) pins_left!: number;
  /** Where to redirect the person once the session has ended. */
  @Nullable() @Verbatim() location!: string | null;
  /** The settings of the provider's sign-up; null except in the step `sign-up`. */
  @Nullable() @Nested(() => SignUpSettings) sign_up!: SignUpSettings | null;
}

/**
 * How the provider's sign-up ended in the browser. The ids are hints: the token determines which numbers were granted.
 */
export class FinishOnboarding extends OnboardingRef {
  @Verbatim({ min: 1, max: 2_000 }) code!: string;
  @Optional() @Digits({ max: 32 }) waba_id?: string;
  @Optional() @Digits({ max: 32 }) phone_number_id?: string;
}

export class GiveOnboardingPin extends OnboardingRef {
  @Digits({ min: 6, max: 6 }) pin!: string;
}

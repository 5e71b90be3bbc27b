import { AnyObject, Bool, Digits, Id, Optional, Uuid, Verbatim } from '..';

/** What a page needs for the provider's sign-up. Nothing of it is secret. */
export class SignUpSettings {
  /** The provider's script. */
  @Verbatim() sdk_url!: string;
  /** The one origin whose messages tell how the sign-up ended. */
  @Verbatim() message_origin!: string;
  @Verbatim() app_id!: string;
  @Verbatim() config_id!: string;
  @Verbatim() graph_version!: string;
  @AnyObject() extras!: object;
}

export class DescribeSignUp {
  /** Whether the number stays active in the business app. */
  @Bool() coexistence!: boolean;
}

/** How a sign-up ended in a browser. */
export class ExchangeSignUpCode {
  /** The onboarding session that it is for. */
  @Uuid() session_id!: string;
  @Verbatim({ min: 1, max: 2_000 }) code!: string;
  @Bool() coexistence!: boolean;
  /** Hints: they choose among the numbers that the token grants. */
  @Optional() @Digits({ max: 32 }) waba_id?: string;
  @Optional() @Digits({ max: 32 }) phone_number_id?: string;
}

/** A sign-up whose token the connector keeps. */
export class SignUpRef {
  @Id() sign_up_id!: number;
}

export class ConnectSignUp extends SignUpRef {
  @Id() channel_id!: number;
}

export class GiveSignUpPin extends SignUpRef {
  @Digits({ min: 6, max: 6 }) pin!: string;
}

export class AbandonSignUp extends SignUpRef {
  /** A channel that was made for it and is given up with it. */
  @Optional() @Id() channel_id?: number;
}

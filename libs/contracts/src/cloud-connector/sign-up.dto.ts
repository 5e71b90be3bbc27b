import { AnyObject, Bool, Digits, Id, Optional, Uuid, Verbatim } from '..';

/** What a page needs to run the provider's sign-up. None of it is secret. */
export class SignUpSettings {
  /** The URL of the provider's script. */
  @Verbatim() sdk_url!: string;
  /** The only origin whose messages report how the sign-up ended. */
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

/** The outcome of a sign-up in the browser. */
export class ExchangeSignUpCode {
  /** The onboarding session of the sign-up. */
  @Uuid() session_id!: string;
  @Verbatim({ min: 1, max: 2_000 }) code!: string;
  @Bool() coexistence!: boolean;
  /** A hint for choosing among the numbers that the token grants, as is `phone_number_id`. */
  @Optional() @Digits({ max: 32 }) waba_id?: string;
  @Optional() @Digits({ max: 32 }) phone_number_id?: string;
}

/** A sign-up whose token is stored in the connector. */
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
  /** A channel created for this sign-up, which is abandoned with it. */
  @Optional() @Id() channel_id?: number;
}

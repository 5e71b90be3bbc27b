import { Nullable, Nested, Verbatim } from '..';

export class ProviderError {
  @Verbatim() code!: string;
  @Verbatim() message!: string;
}

/** Why a message was not delivered, using the codes of our error catalogue. */
export class MessageError {
  @Verbatim() code!: string;
  @Verbatim() message!: string;
  @Nullable() @Nested(() => ProviderError) provider!: ProviderError | null;
}

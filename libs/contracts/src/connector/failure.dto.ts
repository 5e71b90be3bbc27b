import { About, Example, Nullable, Nested, Verbatim } from '..';

export class ProviderError {
  @Verbatim() code!: string;
  @Verbatim() message!: string;
}

/** Why a message was not delivered, using the codes of our error catalogue. */
export class MessageError {
  @Verbatim() code!: string;
  @Verbatim() message!: string;
  @About('A more specific code; null if there is none.')
  @Example('undeliverable')
  @Nullable()
  @Verbatim()
  reason!: string | null;
  @Nullable() @Nested(() => ProviderError) provider!: ProviderError | null;
}

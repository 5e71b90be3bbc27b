import { Bool, Id, Int, ListOf, Nested, Nullable, OneOf, Timestamp, Verbatim } from '..';
import { MessageError } from './failure.dto';

export class InspectSend {
  @Id() message_id!: number;
}

export const sendStates = ['none', 'sending', 'accepted', 'refused', 'unknown'] as const;

/** A connector's record of a hand-over, without the network's id of the message. `none`: it has no record. */
export class InspectedSend {
  @OneOf(sendStates) state!: (typeof sendStates)[number];
  @Nullable() @Nested(() => MessageError) error!: MessageError | null;
  /** Refines the error's code. */
  @Nullable() @Verbatim() reason!: string | null;
  @Nullable() @Timestamp() begun_at!: string | null;
  @Nullable() @Timestamp() updated_at!: string | null;
}

/** What went through one channel. */
export class ChannelTraffic {
  @Id() account_id!: number;
  @Id() channel_id!: number;
  @Int({ min: 0 }) sends!: number;
  @Int({ min: 0 }) refused!: number;
  @Int({ min: 0 }) unknown!: number;
  @Int({ min: 0 }) received!: number;
  /** The code of the latest refusal, and the network's own. */
  @Nullable() @Verbatim() last_code!: string | null;
  @Nullable() @Verbatim() last_provider_code!: string | null;
  @Nullable() @Timestamp() last_refused_at!: string | null;
}

export class Traffic {
  @ListOf(() => ChannelTraffic) channels!: ChannelTraffic[];
  /** True if there was more than is counted, so that only the latest is. */
  @Bool() is_cut!: boolean;
}

import type { Channel } from '@chat/client';

export interface ChannelOption {
  readonly id: string;
  readonly label: string;
}

/** Channels to choose from: those of one name with their numbers, or with their ids as long as they have none. */
export function channelOptions(
  channels: readonly Pick<Channel, 'id' | 'business_name' | 'phone_number'>[],
  shown: (digits: string) => string,
): ChannelOption[] {
  const isShared = (name: string) => channels.filter((one) => one.business_name === name).length > 1;
  return channels.map(({ id, business_name: name, phone_number: digits }) => ({
    id: String(id),
    label: isShared(name) ? `${name} · ${digits ? shown(digits) : id}` : name,
  }));
}

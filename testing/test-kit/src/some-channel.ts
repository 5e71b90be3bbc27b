import type { Channel } from '@chat/contracts/channels';

/** A channel in the format of its service, for specs that play that service. */
export const someChannel: Channel = {
  id: 7,
  business_name: 'Shop',
  channel_type: 'device',
  effective_channel_type: 'device',
  origin: 'device',
  connection_status: 'pending',
  is_default: true,
  last_seen_at: null,
  quality_rating: null,
  messaging_limit: null,
  name_status: null,
  token_expires_at: null,
  created_at: '2026-01-31T10:20:30.000+00:00',
  updated_at: '2026-01-31T10:20:30.000+00:00',
};

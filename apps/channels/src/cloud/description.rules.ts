import type { NumberSnapshot } from '@chat/contracts/cloud-connector';
import type { ChannelChanges } from '../channels/channel-changes.rules';

/** What a snapshot says of restrictions, quality, limit and name: nothing if an earlier release took it. */
export function changesOfDescription(snapshot: NumberSnapshot): ChannelChanges {
  const { restrictions, quality_rating, messaging_limit, name_status } = snapshot;
  return {
    ...(restrictions && { restrictions }),
    ...(quality_rating !== undefined && { qualityRating: quality_rating }),
    ...(messaging_limit !== undefined && { messagingLimit: messaging_limit }),
    ...(name_status !== undefined && { nameStatus: name_status }),
  };
}

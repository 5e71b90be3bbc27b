import type { ChannelKind } from '@chat/contracts/channels';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import type { Connector } from '@chat/contracts/connector';
import { deviceConnector } from '@chat/contracts/device-sessions';

/** The injection token for `Connectors`. */
export const CONNECTORS = Symbol('CONNECTORS');

/** The connector for each kind of channel. */
export type Connectors = Readonly<Record<ChannelKind, Connector>>;

export const connectors: Connectors = { device: deviceConnector, cloud: cloudConnector };

/** All connectors. */
export function connectorsOf(record: Connectors): Connector[] {
  return Object.values(record);
}

import type { ChannelKind } from '@chat/contracts/channels';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import type { Connector } from '@chat/contracts/connector';
import { deviceConnector } from '@chat/contracts/device-sessions';

/** Injects the `Connectors`. */
export const CONNECTORS = Symbol('CONNECTORS');

/** Who hands over the messages of each kind of channel. */
export type Connectors = Readonly<Record<ChannelKind, Connector>>;

export const connectors: Connectors = { device: deviceConnector, cloud: cloudConnector };

/** The connectors that there are. */
export function connectorsOf(record: Connectors): Connector[] {
  return Object.values(record);
}

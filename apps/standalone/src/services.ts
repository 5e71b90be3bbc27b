import { channelsService } from '@chat/channels';
import { cloudConnectorService } from '@chat/cloud-connector';
import { crmService } from '@chat/crm';
import { deviceSessionsService } from '@chat/device-sessions';
import { gatewayService } from '@chat/gateway';
import { messagingService } from '@chat/messaging';
import { templatesService } from '@chat/templates';
import { ticketsService } from '@chat/tickets';
import { webhooksService } from '@chat/webhooks';

export { HEAP_GROWTH } from './heap-growth';

/** The gateway is last, so that it stops first: requests in progress are answered by services that still run. */
export const services = [
  channelsService,
  cloudConnectorService,
  crmService,
  deviceSessionsService,
  messagingService,
  templatesService,
  ticketsService,
  webhooksService,
  gatewayService,
];

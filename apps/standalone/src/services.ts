import { channelsService } from '@chat/channels';
import { crmService } from '@chat/crm';
import { deviceSessionsService } from '@chat/device-sessions';
import { gatewayService } from '@chat/gateway';
import { messagingService } from '@chat/messaging';
import { webhooksService } from '@chat/webhooks';

export const services = [
  channelsService,
  crmService,
  deviceSessionsService,
  gatewayService,
  messagingService,
  webhooksService,
];

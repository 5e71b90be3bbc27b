import { channels } from './channels';
import { crm } from './crm';
import { messaging } from './messaging';
import type { ServiceRows } from '../../world/record-kind';
import { templates } from './templates';
import { tickets } from './tickets';
import { webhooks } from './webhooks';

/** The records and examples of each service, by its name. A new service is one line here. */
export const rowsOfServices: Readonly<Record<string, ServiceRows>> = {
  channels,
  crm,
  messaging,
  templates,
  tickets,
  webhooks,
};

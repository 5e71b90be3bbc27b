import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
import {
  inspectDeliveries,
  inspectWebhook,
  readBacklogs,
  surveyWebhooks,
  type Backlogs,
  type InspectedDeliveries,
  type InspectedWebhookResult,
  type SurveyedWebhooks,
} from '@chat/contracts/webhooks';
import { InspectionService } from './inspection.service';

@Controller()
export class InspectionController {
  constructor(private readonly inspection: InspectionService) {}

  @Handles(surveyWebhooks)
  async survey({ body }: InputOf<typeof surveyWebhooks>): Promise<SurveyedWebhooks> {
    return this.inspection.survey(body);
  }

  @Handles(inspectWebhook)
  async inspect({ body }: InputOf<typeof inspectWebhook>): Promise<InspectedWebhookResult> {
    return { webhook: await this.inspection.inspect(body.webhook_id) };
  }

  @Handles(inspectDeliveries)
  async deliveries({ body }: InputOf<typeof inspectDeliveries>): Promise<InspectedDeliveries> {
    return this.inspection.deliveriesOf(body);
  }

  @Handles(readBacklogs)
  async backlogs(): Promise<Backlogs> {
    return this.inspection.backlogs();
  }
}

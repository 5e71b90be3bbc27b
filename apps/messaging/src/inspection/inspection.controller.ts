import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
import { inspectMessage, type InspectedMessageResult } from '@chat/contracts/messaging';
import { InspectionService } from './inspection.service';

@Controller()
export class InspectionController {
  constructor(private readonly inspection: InspectionService) {}

  @Handles(inspectMessage)
  async inspect({ body }: InputOf<typeof inspectMessage>): Promise<InspectedMessageResult> {
    return { message: await this.inspection.inspect(body) };
  }
}

import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import { countRequests, type RequestCounts } from '@chat/contracts/gateway';
import { RateWindowsRepository } from './rate-windows.repository';

@Controller()
export class RequestCountsController {
  constructor(private readonly windows: RateWindowsRepository) {}

  @Handles(countRequests)
  async count(): Promise<RequestCounts> {
    return { accounts: await this.windows.count() };
  }
}

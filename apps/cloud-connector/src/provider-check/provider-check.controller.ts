import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
import {
  checkNumbers,
  checkProvider,
  type CheckedNumbers,
  type ProviderFindings,
} from '@chat/contracts/cloud-connector';
import { ProviderCheckService } from './provider-check.service';

@Controller()
export class ProviderCheckController {
  constructor(private readonly checks: ProviderCheckService) {}

  @Handles(checkProvider)
  async check(): Promise<ProviderFindings> {
    return { findings: await this.checks.check() };
  }

  @Handles(checkNumbers)
  async checkNumbers({ body }: InputOf<typeof checkNumbers>): Promise<CheckedNumbers> {
    return { numbers: await this.checks.checkNumbers(body) };
  }
}

import { Module } from '@nestjs/common';
import { ProviderModule } from '../provider/provider.module';
import { NumberFindings } from './number-findings';
import { NumbersController } from './numbers.controller';
import { NumbersRepository } from './numbers.repository';
import { NumbersService } from './numbers.service';
import { ProviderNumbers } from './provider-numbers';

@Module({
  imports: [ProviderModule],
  controllers: [NumbersController],
  providers: [NumberFindings, NumbersRepository, NumbersService, ProviderNumbers],
  exports: [NumberFindings, NumbersRepository, NumbersService, ProviderNumbers],
})
export class NumbersModule {}

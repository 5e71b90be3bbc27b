import { Module } from '@nestjs/common';
import { ProviderModule } from '../provider/provider.module';
import { NumberFindings } from './number-findings';
import { NumbersController } from './numbers.controller';
import { NumbersRepository } from './numbers.repository';
import { NumbersService } from './numbers.service';
import { ProviderNumbers } from './provider-numbers';
import { RegistrationPinsRepository } from './registration-pins.repository';
import { RegistrationsService } from './registrations.service';

@Module({
  imports: [ProviderModule],
  controllers: [NumbersController],
  providers: [
    NumberFindings,
    NumbersRepository,
    NumbersService,
    ProviderNumbers,
    RegistrationPinsRepository,
    RegistrationsService,
  ],
  exports: [NumberFindings, NumbersRepository, NumbersService, ProviderNumbers, RegistrationsService],
})
export class NumbersModule {}

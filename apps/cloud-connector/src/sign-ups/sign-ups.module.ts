import { Module } from '@nestjs/common';
import { NumbersModule } from '../numbers/numbers.module';
import { ProviderModule } from '../provider/provider.module';
import { GrantedNumbers } from './granted-numbers';
import { SignUpsController } from './sign-ups.controller';
import { SignUpsRepository } from './sign-ups.repository';
import { SignUpsService } from './sign-ups.service';

@Module({
  imports: [NumbersModule, ProviderModule],
  controllers: [SignUpsController],
  providers: [GrantedNumbers, SignUpsRepository, SignUpsService],
})
export class SignUpsModule {}

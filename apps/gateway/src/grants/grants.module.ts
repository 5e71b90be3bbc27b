import { Module } from '@nestjs/common';
import { GrantEnds } from './grant-ends';
import { GrantsController } from './grants.controller';
import { GrantsRepository } from './grants.repository';

@Module({
  controllers: [GrantsController],
  providers: [GrantsRepository, GrantEnds],
  exports: [GrantsRepository],
})
export class GrantsModule {}

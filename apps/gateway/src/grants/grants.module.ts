import { Module } from '@nestjs/common';
import { GrantsController } from './grants.controller';
import { GrantsRepository } from './grants.repository';

@Module({ controllers: [GrantsController], providers: [GrantsRepository], exports: [GrantsRepository] })
export class GrantsModule {}

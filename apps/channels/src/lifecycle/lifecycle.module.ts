import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module';
import { CloudModule } from '../cloud/cloud.module';
import { LinksModule } from '../links/links.module';
import { CreationService } from './creation.service';
import { DeletionService } from './deletion.service';
import { LifecycleController } from './lifecycle.controller';

@Module({
  imports: [ChannelsModule, CloudModule, LinksModule],
  controllers: [LifecycleController],
  providers: [CreationService, DeletionService],
})
export class LifecycleModule {}

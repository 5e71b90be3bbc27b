import { Module } from '@nestjs/common';
import { ChannelsModule } from './channels/channels.module';
import { LifecycleModule } from './lifecycle/lifecycle.module';
import { LinksModule } from './links/links.module';

@Module({ imports: [ChannelsModule, LinksModule, LifecycleModule] })
export class AppModule {}

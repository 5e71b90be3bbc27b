import { Module } from '@nestjs/common';
import { DeletedChannelsModule } from './deleted-channels/deleted-channels.module';
import { TemplatesModule } from './templates/templates.module';

@Module({ imports: [DeletedChannelsModule, TemplatesModule] })
export class AppModule {}

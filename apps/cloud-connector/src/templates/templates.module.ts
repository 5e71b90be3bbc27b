import { Module } from '@nestjs/common';
import { blobStoreProvider } from '@chat/blob-store';
import { NumbersModule } from '../numbers/numbers.module';
import { ProviderModule } from '../provider/provider.module';
import { ProviderTemplatesController } from './provider-templates.controller';
import { ProviderTemplatesService } from './provider-templates.service';
import { TemplateUpdates } from './template-updates';

@Module({
  imports: [NumbersModule, ProviderModule],
  controllers: [ProviderTemplatesController],
  providers: [blobStoreProvider, ProviderTemplatesService, TemplateUpdates],
  exports: [TemplateUpdates],
})
export class TemplatesModule {}

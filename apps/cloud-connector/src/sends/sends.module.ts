import { Module } from '@nestjs/common';
import { blobStoreProvider } from '@chat/blob-store';
import { CoexistenceModule } from '../coexistence/coexistence.module';
import { NumbersModule } from '../numbers/numbers.module';
import { ProviderModule } from '../provider/provider.module';
import { TemplatesModule } from '../templates/templates.module';
import { SignsOfLifeModule } from '../signs-of-life/signs-of-life.module';
import { HandoverService } from './handover.service';
import { KnownNumbers } from './known-numbers';
import { PacesService } from './paces.service';
import { ReadsService } from './reads.service';
import { SendsController } from './sends.controller';
import { SendsRepository } from './sends.repository';
import { SendsService } from './sends.service';
import { UploadsService } from './uploads.service';

@Module({
  imports: [CoexistenceModule, NumbersModule, ProviderModule, SignsOfLifeModule, TemplatesModule],
  controllers: [SendsController],
  providers: [
    blobStoreProvider,
    HandoverService,
    KnownNumbers,
    PacesService,
    ReadsService,
    SendsRepository,
    SendsService,
    UploadsService,
  ],
})
export class SendsModule {}

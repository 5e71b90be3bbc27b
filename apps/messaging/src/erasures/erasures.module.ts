import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module';
import { SendingModule } from '../sending/sending.module';
import { ErasuresRepository } from './erasures.repository';
import { ErasuresService } from './erasures.service';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';
import { PeopleController } from './people.controller';
import { PeopleFoundRepository } from './people-found.repository';

@Module({
  imports: [MediaModule, SendingModule],
  controllers: [PeopleController],
  providers: [ErasuresRepository, ErasuresService, ExportsRepository, ExportsService, PeopleFoundRepository],
})
export class ErasuresModule {}

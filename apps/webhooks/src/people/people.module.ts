import { Module } from '@nestjs/common';
import { PeopleController } from './people.controller';
import { PeopleService } from './people.service';
import { PersonDeliveriesRepository } from './person-deliveries.repository';

@Module({ controllers: [PeopleController], providers: [PeopleService, PersonDeliveriesRepository] })
export class PeopleModule {}

import { Module } from '@nestjs/common';
import { PeopleController } from './people.controller';
import { PeopleService } from './people.service';
import { PersonTicketsRepository } from './person-tickets.repository';

@Module({ controllers: [PeopleController], providers: [PeopleService, PersonTicketsRepository] })
export class PeopleModule {}

import { Module } from '@nestjs/common';
import { ContactsModule } from './contacts/contacts.module';
import { ErasuresModule } from './erasures/erasures.module';

@Module({ imports: [ContactsModule, ErasuresModule] })
export class AppModule {}

import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CONNECTORS, type Connectors } from './connectors';

@Global()
@Module({})
export class ConnectorsModule {
  static of(connectors: Connectors): DynamicModule {
    return {
      module: ConnectorsModule,
      providers: [{ provide: CONNECTORS, useValue: connectors }],
      exports: [CONNECTORS],
    };
  }
}

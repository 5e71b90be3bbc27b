import { runProcess } from '@chat/service-kit';
import { cloudConnectorService } from './service';

void runProcess([cloudConnectorService]);

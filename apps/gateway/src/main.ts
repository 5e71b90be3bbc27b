import { runProcess } from '@chat/service-kit';
import { gatewayService } from './service';

void runProcess([gatewayService]);

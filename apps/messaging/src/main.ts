import { runProcess } from '@chat/service-kit';
import { messagingService } from './service';

void runProcess([messagingService]);

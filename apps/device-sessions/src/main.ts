import { runProcess } from '@chat/service-kit';
import { deviceSessionsService } from './service';

void runProcess([deviceSessionsService]);

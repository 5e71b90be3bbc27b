import { runProcess } from '@chat/service-kit';
import { crmService } from './service';

void runProcess([crmService]);

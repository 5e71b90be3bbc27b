import { runProcess } from '@chat/service-kit';
import { webhooksService } from './service';

void runProcess([webhooksService]);

import { runProcess } from '@chat/service-kit';
import { ticketsService } from './service';

void runProcess([ticketsService]);

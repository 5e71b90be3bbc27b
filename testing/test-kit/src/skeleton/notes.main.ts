import 'reflect-metadata';
import { runProcess } from '@chat/service-kit';
import { notesService } from './notes.service';

/** A replica that a spec can kill. */
void runProcess([notesService]);

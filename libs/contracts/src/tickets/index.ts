export * from './events';
export * from './operations';
export * from './ticket.dto';

export * from './events';
export * from './notices';
export * from './operations';
export * from './person.dto';
export * from './person-operations';
export * from './ticket.dto';

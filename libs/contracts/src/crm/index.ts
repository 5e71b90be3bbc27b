export * from './contact.dto';
export * from './events';
export * from './operations';
export * from './person.dto';
export * from './person-operations';

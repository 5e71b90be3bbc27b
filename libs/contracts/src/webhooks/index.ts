export * from './delivery.dto';
export * from './events';
export * from './inspection.dto';
export * from './inspection-operations';
export * from './operations';
export * from './person.dto';
export * from './person-operations';
export * from './webhook.dto';

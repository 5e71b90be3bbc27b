export * from './phone-number.rules';

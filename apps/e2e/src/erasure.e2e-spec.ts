import { personErased } from './person.journeys';

describe('a person who is erased', () => personErased());

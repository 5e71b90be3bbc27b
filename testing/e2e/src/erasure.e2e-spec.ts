import { personErased } from './crm/person.journeys';

describe('a person who is erased', () => personErased());

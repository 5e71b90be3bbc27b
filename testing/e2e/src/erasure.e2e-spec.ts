import { personErased } from './crm/person.journeys';
import { hiddenPersonErased } from './crm/phone-person.journeys';

describe('a person who is erased', () => personErased());
describe('a person on the phones’ network who is erased', () => hiddenPersonErased());

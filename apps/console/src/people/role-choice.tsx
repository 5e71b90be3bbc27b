import { useMe } from '../api/me';
import type { Role } from '../api/roles.rules';
import { useTexts } from '../texts/texts';
import { Choices } from '../ui/field';
import { rolesToGive } from './people.rules';

/** One of the roles that the person who is signed in may give. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { people: texts, roles } = useTexts();
  const own = (useMe().user.role ?? 'viewer') as Role;
  return (
    <Choices
      label={texts.role}
      value={value}
      onChange={onChange}
      options={rolesToGive(own).map((id) => ({ id, label: roles[id] ?? id, help: texts.roleHelp[id] }))}
    />
  );
}

import { includesRole, roles, scopesOfRoles, scopesWithin } from './roles';
import { scopes } from './scopes';

describe('roles', () => {
  it('include each the scopes of the one before', () => {
    roles.slice(1).forEach((role, index) => {
      expect(scopesOfRoles[role]).toEqual(expect.arrayContaining([...scopesOfRoles[roles[index]!]]));
    });
  });

  it('let a viewer change nothing, and an agent neither manage channels nor templates nor see webhooks', () => {
    expect(scopesOfRoles.viewer.filter((scope) => !scope.endsWith(':read'))).toEqual([]);
    expect(scopes.filter((scope) => !scopesOfRoles.agent.includes(scope))).toEqual(
      expect.arrayContaining(['devices:manage', 'qr:generate', 'messages:webhook', 'templates:write']),
    );
    expect(scopesOfRoles.developer).toEqual(scopes);
  });

  it('leave of the scopes that an app asks for those that they include', () => {
    expect(scopesWithin('viewer', ['contacts:write', 'contacts:read'])).toEqual(['contacts:read']);
    expect(scopesWithin('agent', ['contacts:write', 'contacts:read'])).toEqual([
      'contacts:write',
      'contacts:read',
    ]);
    expect(scopesWithin('viewer', ['messages:send'])).toEqual([]);
  });

  it('include themselves and those before them', () => {
    expect(roles.filter((role) => includesRole('developer', role))).toEqual(['viewer', 'agent', 'developer']);
  });
});

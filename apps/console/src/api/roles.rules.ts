/** From the one who may least, as the server has them. */
export const roles = ['viewer', 'agent', 'developer', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

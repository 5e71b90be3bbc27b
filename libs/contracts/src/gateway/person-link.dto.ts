import {
  Bool,
  Default,
  Id,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  roles,
  Text,
  Timestamp,
  Verbatim,
  type Role,
} from '..';

/** Somebody who was asked to join the account, by a link. */
export class Invitation {
  @Id() id!: number;
  @Verbatim() email!: string;
  @OneOf(roles) role!: Role;
  /** The person who made it. */
  @Id() invited_by!: number;
  @Timestamp() expires_at!: string;
  @Nullable() @Timestamp() accepted_at!: string | null;
  @Nullable() @Timestamp() revoked_at!: string | null;
  @Timestamp() created_at!: string;
}

export class InvitationList {
  @ListOf(() => Invitation) invitations!: Invitation[];
}

export class CreateInvitation {
  @Text({ min: 3, max: 254 }) email!: string;
  @OneOf(roles) role!: Role;
}

export class CreatedInvitation {
  @Nested(() => Invitation) invitation!: Invitation;
  /** The link to give to the person, returned only here. It works once. */
  @Verbatim() url!: string;
}

export class CreatedReset {
  /** The link to give to the person, returned only here. It works once. */
  @Verbatim() url!: string;
  @Timestamp() expires_at!: string;
}

export class CreateReset {
  /** Whether using the link also removes the person's second factor. */
  @Default(false) @Bool() second_factor!: boolean;
}

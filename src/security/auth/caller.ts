/** The roles, highest first. */
export const ROLES = ['admin', 'manager', 'member', 'compliance', 'viewer'] as const

/** The name of a role. */
export type Role = (typeof ROLES)[number]

export const isRole = (name: string): name is Role => (ROLES as readonly string[]).includes(name)

/** Whether a role is higher than another. */
export const isAbove = (role: Role, other: Role): boolean => ROLES.indexOf(role) < ROLES.indexOf(other)

/** A user's entry in the team. */
export interface Membership {
  readonly role: Role
  readonly removedAt: Date | null
  /** Sign-ins before this time are refused. */
  readonly sessionsEndedAt: Date | null
}

/** The organization id of a caller without an organization. */
export const OUTSIDE = ''

/** The user and organization of a request. Every operation receives it. */
export interface Caller {
  readonly userId: string
  readonly organizationId: string
  /** All organizations in the token, if it names several. */
  readonly organizations?: readonly string[] | undefined
  readonly role: Role
  readonly permissions: ReadonlySet<string>
  readonly email?: string | undefined
  readonly userName?: string | undefined
  /** The `exp` of the token, in seconds since 1970. A stream ends at that time. */
  readonly expiresAt?: number | undefined
  /** The `iat` of the token, in seconds since 1970. */
  readonly issuedAt?: number | undefined
  /** The `auth_time` of the token: the time of the sign-in, unchanged when the token is renewed. */
  readonly signedInAt?: number | undefined
  readonly tokenId?: string | undefined
  /** Whether the identity provider has verified the e-mail address. */
  readonly emailVerified?: boolean | undefined
  /** Whether the caller is an API key, not a person who signed in. */
  readonly isKey?: boolean | undefined
  /** The user who created the key. */
  readonly makerId?: string | undefined
}

/** The content of a token, before the organization is required and the role is checked. */
export interface Identity {
  readonly userId?: string | undefined
  readonly organizationId?: string | undefined
  /** Set if the token names several organizations and none is marked as active. */
  readonly organizations?: readonly string[] | undefined
  readonly organizationSlug?: string | undefined
  /** The role in the token, without a leading `org:`. Empty if the claim exists but names no role. */
  readonly role?: string | undefined
  readonly permissions: readonly string[]
  /** If present, restricts the caller to these permissions. */
  readonly scopes?: readonly string[] | undefined
  readonly email?: string | undefined
  readonly emailVerified?: boolean | undefined
  readonly userName?: string | undefined
  readonly expiresAt?: number | undefined
  readonly issuedAt?: number | undefined
  readonly signedInAt?: number | undefined
  readonly tokenId?: string | undefined
  /** The services that the token is issued for: `aud`. */
  readonly audiences?: readonly string[] | undefined
  /** The OAuth client that the token was issued to: `azp` or `client_id`. */
  readonly clientId?: string | undefined
  /** Whether the token is of the OAuth client itself, by the client-credentials grant. */
  readonly isMachine?: boolean | undefined
  /** The networks (CIDR) from which an API key is accepted. Absent: all. */
  readonly networks?: readonly string[] | undefined
  readonly isKey?: boolean | undefined
  readonly makerId?: string | undefined
}

/** An identity with a user: the result of a verified token. */
export interface SignedIn extends Identity {
  readonly userId: string
}

/** The id of the person behind a caller: for an API key, the user who created it or rotated it last. */
export const personOf = ({ makerId, userId }: Pick<SignedIn, 'makerId' | 'userId'>): string => makerId ?? userId

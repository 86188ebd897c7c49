/** The roles of api.md section 5, the most powerful first. */
export const ROLES = ['admin', 'manager', 'member', 'compliance', 'viewer'] as const

/** A key of the roles above. */
export type Role = (typeof ROLES)[number]

/** Whether a name is one of the roles. */
export const isRole = (name: string): name is Role => (ROLES as readonly string[]).includes(name)

/** Whether a role comes before another one in that order. */
export const isAbove = (role: Role, other: Role): boolean => ROLES.indexOf(role) < ROLES.indexOf(other)

/** What the team list says of a user: the role, and since when the user is no member any more. */
export interface Membership {
  readonly role: Role
  readonly removedAt: Date | null
}

/** The organization of callers that have none. */
export const OUTSIDE = ''

/** Who acts, and for which organization: what every operation of the service is given. */
export interface Caller {
  readonly userId: string
  readonly organizationId: string
  /** All organizations that the token names, where it names several. */
  readonly organizations?: readonly string[] | undefined
  readonly role: Role
  readonly permissions: ReadonlySet<string>
  readonly email?: string | undefined
  readonly userName?: string | undefined
  /** The `exp` of the token, in seconds since 1970: a stream ends then. */
  readonly expiresAt?: number | undefined
  /** The `iat` of the token, in seconds since 1970. */
  readonly issuedAt?: number | undefined
  /** The `auth_time` of the token: when the user signed in, however often the token was renewed since. */
  readonly signedInAt?: number | undefined
  readonly tokenId?: string | undefined
  /** Whether the provider has verified that the address is this user's. */
  readonly emailVerified?: boolean | undefined
  /** Whether an API key acts, and not a person who signed in. */
  readonly isKey?: boolean | undefined
  /** Who made the key. */
  readonly makerId?: string | undefined
}

/** What a token says, before an organization is demanded and the role is judged. */
export interface Identity {
  readonly userId?: string | undefined
  readonly organizationId?: string | undefined
  /** Where the token names several, of which none is the active one by itself. */
  readonly organizations?: readonly string[] | undefined
  readonly organizationSlug?: string | undefined
  /** As the token has it, without a leading `org:`; the empty string when the claim is there but names no role. */
  readonly role?: string | undefined
  readonly permissions: readonly string[]
  /** Where there are any, only these of the permissions hold. */
  readonly scopes?: readonly string[] | undefined
  readonly email?: string | undefined
  readonly emailVerified?: boolean | undefined
  readonly userName?: string | undefined
  readonly expiresAt?: number | undefined
  readonly issuedAt?: number | undefined
  readonly signedInAt?: number | undefined
  readonly tokenId?: string | undefined
  readonly isKey?: boolean | undefined
  readonly makerId?: string | undefined
}

/** An identity that names a user: what a verified token gives. */
export interface SignedIn extends Identity {
  readonly userId: string
}

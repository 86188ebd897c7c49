import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readIdentity, readParties } from '../../src/security/auth/claims.ts'
import { PROFILES, type Profile, profileOf } from '../../src/security/auth/profiles.ts'

/**
 * Tokens in the format that each provider documents, with the expected identity. Each is read by its own profile and by
 * `generic`.
 */
const clerkV2 = {
  azp: 'https://app.example.com',
  exp: 1_800_000_060,
  fea: 'o:dashboard,o:teams',
  fva: [0, -1],
  iat: 1_800_000_000,
  iss: 'https://happy-fox-1.clerk.accounts.dev',
  jti: 'a0b1c2d3e4f5a6b7c8d9',
  nbf: 1_799_999_990,
  o: { fpm: '3,2', id: 'org_2acme', per: 'manage,read', rol: 'admin', slg: 'acme' },
  pla: 'u:free,o:pro',
  sid: 'sess_2xyz',
  sts: 'active',
  sub: 'user_2abc',
  v: 2,
}
const clerkV1 = {
  exp: 1_800_000_060,
  org_id: 'org_2acme',
  org_permissions: ['org:clients:write', 'org:sys_memberships:read'],
  org_role: 'org:manager',
  org_slug: 'acme',
  sid: 'sess_2xyz',
  sub: 'user_2abc',
}
const auth0 = {
  iss: 'https://acme.eu.auth0.com/',
  sub: 'auth0|507f1f77bcf86cd799439011',
  aud: ['https://gateway.example', 'https://acme.eu.auth0.com/userinfo'],
  azp: 'my_client_id',
  exp: 1_800_000_000,
  scope: 'openid profile',
  org_id: 'org_9ybsU1dN2dKfDkBi',
  permissions: ['org:audit:read'],
}
const workos = {
  iss: 'https://api.workos.com',
  sub: 'user_01HBEQKA6K4QJAS93VPE39W1JT',
  sid: 'session_01HQSXZGF8FHF7A9ZZFCW4387R',
  jti: '01HQSXZXPPFPKMDD32RKTFY6PV',
  org_id: 'org_01HRDMC6CM357W30QMHMQ96Q0S',
  role: 'member',
  permissions: ['org:team:write'],
  exp: 1_800_000_000,
}
const keycloak = {
  exp: 1_800_000_000,
  jti: 'onrtac:5a5e4b83',
  iss: 'https://sso.example.com/realms/acme',
  aud: 'account',
  sub: '5f3c1a3e-95a3-4f3f-9d6e-7c8f7a1c8b11',
  typ: 'Bearer',
  azp: 'gateway',
  realm_access: { roles: ['offline_access', 'default-roles-acme', 'viewer', 'compliance'] },
  resource_access: { account: { roles: ['manage-account', 'view-profile'] } },
  email_verified: true,
  organization: ['acme'],
  name: 'Thandi Nkosi',
  email: 'thandi@acme.example',
}

const says: [string, keyof typeof PROFILES, object, object][] = [
  [
    'Clerk, version 2',
    'clerk',
    clerkV2,
    {
      userId: 'user_2abc',
      organizationId: 'org_2acme',
      organizationSlug: 'acme',
      role: 'admin',
      permissions: ['org:dashboard:manage', 'org:dashboard:read', 'org:teams:read'],
      expiresAt: 1_800_000_060,
      issuedAt: 1_800_000_000,
      tokenId: 'a0b1c2d3e4f5a6b7c8d9',
    },
  ],
  [
    'Clerk, version 1',
    'clerk',
    clerkV1,
    {
      userId: 'user_2abc',
      organizationId: 'org_2acme',
      organizationSlug: 'acme',
      role: 'manager',
      permissions: ['org:clients:write', 'org:sys_memberships:read'],
      expiresAt: 1_800_000_060,
    },
  ],
  [
    'Clerk without an active organization',
    'clerk',
    { ...clerkV2, o: undefined, fea: 'u:dashboard' },
    {
      userId: 'user_2abc',
      permissions: [],
      expiresAt: 1_800_000_060,
      issuedAt: 1_800_000_000,
      tokenId: 'a0b1c2d3e4f5a6b7c8d9',
    },
  ],
  ['a pending Clerk session', 'clerk', { ...clerkV2, sts: 'pending' }, { permissions: [] }],
  [
    'Auth0',
    'auth0',
    auth0,
    {
      userId: 'auth0|507f1f77bcf86cd799439011',
      organizationId: 'org_9ybsU1dN2dKfDkBi',
      permissions: ['org:audit:read'],
      expiresAt: 1_800_000_000,
    },
  ],
  [
    'WorkOS',
    'workos',
    workos,
    {
      userId: 'user_01HBEQKA6K4QJAS93VPE39W1JT',
      organizationId: 'org_01HRDMC6CM357W30QMHMQ96Q0S',
      role: 'member',
      permissions: ['org:team:write'],
      expiresAt: 1_800_000_000,
      tokenId: '01HQSXZXPPFPKMDD32RKTFY6PV',
    },
  ],
  [
    'Keycloak',
    'keycloak',
    keycloak,
    {
      userId: '5f3c1a3e-95a3-4f3f-9d6e-7c8f7a1c8b11',
      organizationId: 'acme',
      role: 'compliance',
      permissions: [],
      email: 'thandi@acme.example',
      emailVerified: true,
      userName: 'Thandi Nkosi',
      expiresAt: 1_800_000_000,
      tokenId: 'onrtac:5a5e4b83',
    },
  ],
]

describe('the identity of a token', () => {
  test.each(says)('%s', (_, profile, claims, expected) => {
    expect(strip(readIdentity(PROFILES[profile], claims))).toEqual(expected)
    expect(strip(readIdentity(PROFILES.generic, claims))).toEqual(expected)
  })

  test('a profile reads the claims of its provider only', () => {
    expect(readIdentity(PROFILES.keycloak, clerkV2).organizationId).toBeUndefined()
    expect(readIdentity(PROFILES.auth0, clerkV2).organizationId).toBeUndefined()
    expect(readIdentity(PROFILES.clerk, keycloak).organizationId).toBeUndefined()
  })
})

/** Removes undefined members, so that a comparison sees only existing ones. */
const strip = (identity: object) =>
  Object.fromEntries(Object.entries(identity).filter(([, value]) => value !== undefined))

const permissions = (claims: object) => readIdentity(PROFILES.clerk, claims).permissions

describe('a token of the client-credentials grant', () => {
  const RFC_9068 = { sub: 'importer', client_id: 'importer', aud: 'https://gateway.example' }
  const AUTH0 = { sub: 'importer@clients', azp: 'importer', gty: 'client-credentials' }
  const KEYCLOAK = {
    sub: '3f0c',
    azp: 'importer',
    client_id: 'importer',
    preferred_username: 'service-account-importer',
  }
  const ENTRA_ID = { sub: '7d1a', oid: '7d1a', azp: 'importer', idtyp: 'app' }

  test.each<[string, object]>([
    ['RFC 9068', RFC_9068],
    ['WorkOS', { sub: 'importer', azp: 'importer', org_id: 'org_acme' }],
    ['Auth0', AUTH0],
    ['Auth0 without gty', { ...AUTH0, gty: undefined }],
    ['Keycloak', KEYCLOAK],
    ['Entra ID', ENTRA_ID],
  ])('of %s is of the client', (_, claims) => {
    expect(readParties(claims)).toMatchObject({ clientId: 'importer', isMachine: true })
  })

  test.each<[string, object]>([
    ['the client that the token was issued to', { sub: 'user_1', azp: 'importer', client_id: 'importer' }],
    ['the id of the client, after a sign-in', { ...RFC_9068, auth_time: 1_700_000_000 }],
    ['no client', { sub: 'importer' }],
    ['no client, but its grant', { sub: 'importer', gty: 'client-credentials' }],
    ['a client of another type', { sub: 'importer', azp: ['importer'], gty: 'client-credentials' }],
    ['a grant of users', { ...AUTH0, sub: 'auth0|1', gty: 'password' }],
    ['grants in a list', { ...AUTH0, sub: 'auth0|1', gty: ['client-credentials'] }],
    ['the name of a service account that a user chose', { ...KEYCLOAK, client_id: undefined }],
    ['the service account of another client', { ...KEYCLOAK, preferred_username: 'service-account-other' }],
    ['the type of a user', { ...ENTRA_ID, idtyp: 'user' }],
    ['a suffix only', { sub: '@clients', azp: 'importer' }],
  ])('is not one with %s', (_, claims) => {
    expect(readParties(claims).isMachine).toBe(false)
  })
})

describe('the packed permissions of Clerk', () => {
  const names = Array.from({ length: 200 }, (_, i) => `p${i}`)

  test.each<[string, object, string[]]>([
    ['the check of the contract', clerkV2, ['org:dashboard:manage', 'org:dashboard:read', 'org:teams:read']],
    [
      'only features of organizations count, in order',
      { fea: 'u:self,ou:both,o:one,uo:other', o: { per: 'a', fpm: '1,0,1' } },
      ['org:both:a', 'org:other:a'],
    ],
    ['blanks around the parts', { fea: ' o:x , o:y ', o: { per: ' a , b ', fpm: ' 1 , 2 ' } }, ['org:x:a', 'org:y:b']],
    [
      'a mask beyond 53 bits keeps its low bits',
      { fea: 'o:x', o: { per: names.join(), fpm: String(2n ** 199n + 2n ** 64n + 1n) } },
      ['org:x:p0', 'org:x:p64', 'org:x:p199'],
    ],
    ['bits above the last permission', { fea: 'o:x', o: { per: 'a', fpm: String(2n ** 9000n - 1n) } }, ['org:x:a']],
    ['fewer masks than features', { fea: 'o:x,o:y', o: { per: 'a', fpm: '1' } }, ['org:x:a']],
    ['more masks than features', { fea: 'o:x', o: { per: 'a', fpm: '1,1,1' } }, ['org:x:a']],
    ['no fea', { o: { per: 'a', fpm: '1' } }, []],
    ['no per', { fea: 'o:x', o: { fpm: '1' } }, []],
    ['no fpm', { fea: 'o:x', o: { per: 'a' } }, []],
    ['no o', { fea: 'o:x' }, []],
    ['masks that are no integers', { fea: 'o:a,o:b,o:c,o:d,o:e', o: { per: 'x', fpm: '0x1,-1,1.0,one,1e0' } }, []],
    ['parts of other types', { fea: ['o:x'], o: { per: 7, fpm: { 0: 1 } } }, []],
    ['a feature without a name', { fea: 'o:,o,:x', o: { per: 'a', fpm: '1,1,1' } }, []],
  ])('%s', (_, claims, expected) => {
    expect(permissions(claims)).toEqual(expected)
  })
})

const organization = (value: unknown) => readIdentity(PROFILES.keycloak, { organization: value }).organizationId

test.each<[string, unknown, string | undefined]>([
  ['an array of one', ['acme'], 'acme'],
  [
    'a map of one, with its id',
    { acme: { id: '42c3e46f-2477-44d7-a85b-d3b43f6b31fa' } },
    '42c3e46f-2477-44d7-a85b-d3b43f6b31fa',
  ],
  ['a map of one, without an id', { acme: {} }, 'acme'],
  ['a map of one, without details', { acme: null }, 'acme'],
  ['a string', 'acme', 'acme'],
  ['an array of two', ['acme', 'other'], undefined],
  ['a map of two', { acme: {}, other: {} }, undefined],
  ['an empty array', [], undefined],
  ['an empty map', {}, undefined],
  ['an array of something else', [{ id: 'acme' }], undefined],
])('the organization of Keycloak as %s', (_, value, expected) => {
  expect(organization(value)).toBe(expected)
})

test.each<[string, unknown, string | undefined]>([
  ['none', undefined, undefined],
  ['null, which must not become the default', null, ''],
  ['prefixed', 'org:member', 'member'],
  ['unknown', 'wizard', 'wizard'],
  ['of another type, which must not become the default', 7, ''],
  ['a blank', ' ', ''],
  ['an empty list', [], ''],
  ['a list, of which the most powerful counts', ['viewer', 'org:manager', 'x'], 'manager'],
  ['a list without a known one', ['uma_authorization'], 'uma_authorization'],
])('a role: %s', (_, role, expected) => {
  expect(readIdentity(PROFILES.generic, { role }).role).toBe(expected)
})

describe('hostile shapes', () => {
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'claims'],
    ['an array', [{ sub: 'u' }]],
    ['names of other types', { sub: 7, org_id: true, email: {}, email_verified: 'yes', name: [], exp: '1', jti: 1 }],
    ['blank names', { sub: '', org_id: '  ', email: '\t' }],
    ['characters that no column holds', { sub: 'a\u0000b', org_id: '\ud800', email: 'a\nb' }],
    ['endless names', { sub: 'u'.repeat(256), org_id: 'o'.repeat(100_000) }],
    ['a prototype', JSON.parse('{"__proto__": {"sub": "u", "org_id": "o", "role": "admin", "permissions": ["p"]}}')],
    ['inherited claims', Object.create({ sub: 'u', org_id: 'o' })],
  ])('%s says nothing', (_, claims) => {
    expect(strip(readIdentity(PROFILES.generic, claims))).toEqual({ permissions: [] })
  })

  test('permissions that are not names are left out', () => {
    expect(readIdentity(PROFILES.generic, { permissions: ['a', 7, null, '', ['b'], 'c'] }).permissions).toEqual([
      'a',
      'c',
    ])
  })

  test('the property names of Object are not paths', () => {
    const profile = profileOf('{"user":["constructor.name","__proto__.x","toString"]}')
    expect(readIdentity(profile, {}).userId).toBeUndefined()
  })

  test('nothing makes a profile throw', () => {
    const keys = [
      'sub',
      'o',
      'id',
      'fea',
      'per',
      'fpm',
      'rol',
      'org_id',
      'role',
      'roles',
      'realm_access',
      'organization',
    ]
    const { claims } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true,
        }),
        fc.string({ unit: fc.constantFrom('o', ':', ',', '9', 'a', ' ', '\u0000') }),
        tie('claims'),
      ),
      claims: fc.dictionary(fc.constantFrom(...keys, '__proto__', 'permissions', 'sts'), tie('value')),
    }))
    const profiles = fc.constantFrom<Profile>(...Object.values(PROFILES))
    fc.assert(
      fc.property(profiles, fc.oneof(claims, fc.anything()), (profile, token) => {
        const identity = readIdentity(profile, token)
        expect(identity.permissions.every((name) => typeof name === 'string')).toBe(true)
        expect(['string', 'undefined']).toContain(typeof identity.organizationId)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('AUTH_PROFILE', () => {
  test('may contain the paths of the address and of its verification', () => {
    const profile = profileOf(
      '{"email":["https://acme.example/email"],"emailVerified":["https://acme.example/verified"]}',
    )
    const claims = { 'https://acme.example/email': 'a@b.example', email: 'other@b.example', email_verified: true }
    const identity = (verified: unknown) =>
      readIdentity(profile, { ...claims, 'https://acme.example/verified': verified })
    for (const [verified, expected] of [
      [true, true],
      ['true', true],
      [false, false],
      ['false', false],
      ['yes', undefined],
      [1, undefined],
      [undefined, undefined],
    ])
      expect(identity(verified)).toMatchObject({ email: 'a@b.example', emailVerified: expected })
  })

  test.each(Object.keys(PROFILES))('%s names a built-in profile', (name) => {
    expect(profileOf(name)).toBe(PROFILES[name as keyof typeof PROFILES])
  })

  test('a custom mapping accepts full names and dotted paths in order; other fields are as in generic', () => {
    const profile = profileOf(
      '{"organization":["https://acme.example/org","tenant.id"],"role":["https://acme.example/role"]}',
    )
    const named = {
      sub: 'u',
      'https://acme.example/org': 'first',
      tenant: { id: 'second' },
      'https://acme.example/role': 'org:member',
    }
    expect(readIdentity(profile, named)).toMatchObject({ userId: 'u', organizationId: 'first', role: 'member' })
    expect(readIdentity(profile, { sub: 'u', tenant: { id: 'second' }, org_id: 'third' }).organizationId).toBe('second')
  })

  test.each([
    ['okta', 'must be one of clerk, auth0, workos, keycloak, generic'],
    ['', 'must be one of'],
    ['[]', 'must be one of'],
    ['null', 'must be one of'],
    ['{"tenant":["a"]}', '"tenant" is not one of user, organization, role, permissions'],
    ['{"user":"sub"}', '"user" must be a list of claim paths'],
    ['{"user":[""]}', '"user" must be a list of claim paths'],
    ['toString', 'must be one of'],
  ])('%s is refused', (setting, message) => {
    expect(() => profileOf(setting)).toThrow(message)
  })
})

import { describe, expect, test } from '@jest/globals'
import { bearer, callerOf } from '../../src/security/auth/authenticate.ts'
import { ROLES, type Role } from '../../src/security/auth/caller.ts'
import { PERMISSIONS, type Permission, permissionsOf } from '../../src/security/auth/permissions.ts'

/**
 * Section 5 of the contract: the roles of each permission, one line each. A change here is a change of the contract.
 */
const TABLE: Record<Permission, readonly Role[]> = {
  'org:clients:read': ['admin', 'manager', 'member', 'compliance', 'viewer'],
  'org:clients:write': ['admin', 'manager', 'member'],
  'org:clients:delete': ['admin', 'manager'],
  'org:campaigns:read': ['admin', 'manager', 'member', 'compliance', 'viewer'],
  'org:campaigns:write': ['admin', 'manager', 'member'],
  'org:campaigns:delete': ['admin', 'manager'],
  'org:campaigns:start': ['admin', 'manager'],
  'org:content:read': ['admin', 'manager', 'member', 'compliance', 'viewer'],
  'org:content:write': ['admin', 'manager', 'member'],
  'org:content:delete': ['admin', 'manager'],
  'org:content:approve': ['admin', 'manager'],
  'org:analytics:read': ['admin', 'manager', 'member', 'compliance', 'viewer'],
  'org:analytics:write': ['admin', 'manager', 'member'],
  'org:analytics:delete': ['admin', 'manager'],
  'org:team:read': ['admin', 'manager', 'member', 'compliance', 'viewer'],
  'org:team:write': ['admin'],
  'org:team:delete': ['admin'],
  'org:invitations:read': ['admin', 'manager', 'member', 'compliance', 'viewer'],
  'org:invitations:write': ['admin', 'manager'],
  'org:invitations:delete': ['admin'],
  'org:privacy:create': ['admin', 'manager', 'member', 'compliance'],
  'org:privacy:read': ['admin', 'manager', 'member', 'compliance'],
  'org:privacy:write': ['admin', 'compliance'],
  'org:privacy:decide': ['admin', 'compliance'],
  'org:audit:read': ['admin', 'compliance'],
  'org:audit:export': ['admin', 'compliance'],
  'org:audit:verify': ['admin', 'compliance'],
  'org:provider:read': ['admin', 'manager', 'compliance'],
  'org:provider:write': ['admin'],
  'org:provider:delete': ['admin'],
}

describe('permissions', () => {
  test.each(Object.entries(TABLE))('%s belongs to %j', (permission, roles) => {
    expect(ROLES.filter((role) => permissionsOf(role, []).has(permission as Permission))).toEqual(roles)
  })

  test('there are no other permissions', () => {
    expect([...PERMISSIONS].sort()).toEqual(Object.keys(TABLE).sort())
    expect(Object.isFrozen(PERMISSIONS)).toBe(true)
  })

  test('permissions of a token are added to those of its role; unknown ones grant nothing', () => {
    const added = permissionsOf('viewer', [
      'org:audit:read',
      'org:clients:read',
      'org:sys_memberships:manage',
      'audit:read',
    ])
    expect([...added].sort()).toEqual([...permissionsOf('viewer', []), 'org:audit:read'].sort())
  })

  test('permissions added for one caller are not added for the next', () => {
    permissionsOf('viewer', ['org:audit:read'])
    expect(permissionsOf('viewer', []).has('org:audit:read')).toBe(false)
  })
})

describe('the caller of an identity', () => {
  const identity = { userId: 'u', organizationId: 'o', permissions: [] }

  test('contains the claims of the token', () => {
    const more = { email: 'a@b.example', userName: 'A', expiresAt: 1, tokenId: 't' }
    const caller = callerOf({ ...identity, ...more, role: 'member', permissions: ['org:audit:read'] }, 'admin')
    expect(caller).toMatchObject({ userId: 'u', organizationId: 'o', role: 'member', ...more })
    expect(caller.permissions).toEqual(permissionsOf('member', ['org:audit:read']))
  })

  test.each<[string | undefined, Role]>([
    [undefined, 'compliance'],
    ['manager', 'manager'],
    ['wizard', 'viewer'],
    ['', 'viewer'],
    ['Admin', 'viewer'],
    ['constructor', 'viewer'],
  ])('the role %j acts as %s', (role, expected) => {
    const caller = callerOf({ ...identity, role }, 'compliance')
    expect(caller.role).toBe(expected)
    expect(caller.permissions).toEqual(permissionsOf(expected, []))
  })

  test('needs an organization', () => {
    expect(() => callerOf({ userId: 'u', permissions: [] }, 'admin')).toThrow(
      expect.objectContaining({ status: 400, message: 'Organization required' }),
    )
  })
})

describe('the Authorization header', () => {
  test.each([
    ['Bearer a.b-c_d.e', 'a.b-c_d.e'],
    ['bearer abc', 'abc'],
    ['BEARER   abc==', 'abc=='],
    ['Bearer abc ', 'abc'],
  ])('%j', (header, token) => {
    expect(bearer(header)).toBe(token)
  })

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'abc',
    'Basic abc',
    'Bearer a b',
    'Bearer a, Bearer b',
    'Bearerabc',
    ' Bearer a',
    'Bearer a\nb',
  ])('%j is refused', (header) => {
    expect(() => bearer(header)).toThrow(expect.objectContaining({ status: 401, message: 'Unauthorized' }))
  })
})

import type { Role } from './caller.ts'
import { DEMO_ORGANIZATION, DEMO_USER } from './demo-token.ts'

/** A member of an organization of the demo data. */
export interface DemoPerson {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
}

/** An organization of the demo data, with its people. */
export interface DemoOrganization {
  readonly id: string
  readonly name: string
  /** The first person is the administrator. */
  readonly people: readonly [DemoPerson, ...DemoPerson[]]
}

const person = (userId: string, name: string, role: Role): DemoPerson => ({
  userId,
  name,
  email: `${userId.replace(/^user_demo_/, '')}@demo.example.org`,
  role,
})

/** Two organizations, so that a user can see that they are separate. One person is in both, with two roles. */
export const DEMO_ORGANIZATIONS: readonly [DemoOrganization, DemoOrganization] = [
  {
    id: DEMO_ORGANIZATION,
    name: 'Demo Service Provider',
    people: [
      person(DEMO_USER, 'Demo Admin', 'admin'),
      person('user_demo_thandi', 'Thandi Nkosi', 'manager'),
      person('user_demo_pieter', 'Pieter van Wyk', 'member'),
      person('user_demo_ayesha', 'Ayesha Patel', 'member'),
      person('user_demo_lerato', 'Lerato Mokoena', 'compliance'),
      person('user_demo_sipho', 'Sipho Dube', 'viewer'),
    ],
  },
  {
    id: 'org_coast',
    name: 'Coast Media',
    people: [
      person('user_demo_naledi', 'Naledi Molefe', 'admin'),
      person('user_demo_thandi', 'Thandi Nkosi', 'viewer'),
    ],
  },
]

import type { Issuer } from './issuer.ts'

/** The organization that the demo data belongs to, and its user. */
export const DEMO_ORGANIZATION = 'org_demo'
export const DEMO_USER = 'user_demo_admin'

/** A token for all of the demo organization, and for nothing else. */
export const demoToken = (issuer: Issuer, expiresIn: number): string =>
  issuer.sign({
    userId: DEMO_USER,
    organizationId: DEMO_ORGANIZATION,
    role: 'admin',
    name: 'Demo Admin',
    expiresIn,
  })

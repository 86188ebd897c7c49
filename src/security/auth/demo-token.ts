import type { Issuer } from './issuer.ts'

/** The organization of the demo data, and its user. */
export const DEMO_ORGANIZATION = 'org_demo'
export const DEMO_USER = 'user_demo_admin'

/** A token that is valid for the demo organization only. */
export const demoToken = (issuer: Issuer, expiresIn: number): string =>
  issuer.sign({
    userId: DEMO_USER,
    organizationId: DEMO_ORGANIZATION,
    role: 'admin',
    name: 'Demo Admin',
    expiresIn,
  })

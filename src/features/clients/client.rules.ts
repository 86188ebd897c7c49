import { transitions } from '../../common/transitions.ts'
import type { Lifecycle } from '../../engine/lifecycle.ts'
import { type Client, type ClientCompliance, ClientStatus, Sector } from './client.entity.ts'

const { PENDING, ACTIVE, REJECTED, SUSPENDED, ARCHIVED } = ClientStatus

/** The states that a client may go to, from each. */
export const clientTransitions = transitions<ClientStatus>('Client', {
  [PENDING]: [ACTIVE, REJECTED],
  [ACTIVE]: [SUSPENDED, ARCHIVED],
  [SUSPENDED]: [ACTIVE, ARCHIVED],
  [REJECTED]: [ARCHIVED],
  [ARCHIVED]: [PENDING],
})

export const clientLifecycle: Lifecycle<ClientStatus, Pick<Client, 'status'>> = {
  transitions: clientTransitions,
  permit: 'org:clients:write',
}

/** What is presumed of a client, by its sector. */
export const complianceDefaults = (sector: Sector): ClientCompliance =>
  sector === Sector.GOVERNMENT
    ? { popiaCompliant: true, securityClearance: 'BASIC', dataClassification: 'PUBLIC' }
    : { popiaCompliant: true, securityClearance: 'STANDARD', dataClassification: 'COMMERCIAL' }

/** The compliance of a client of another sector: what was presumed follows, what was assessed stays. */
export const complianceIn = (sector: Sector, known: ClientCompliance): ClientCompliance =>
  known.assessedAt ? known : complianceDefaults(sector)

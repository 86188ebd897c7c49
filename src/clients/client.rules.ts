import { transitions } from '../kernel/transitions.ts'
import { type ClientCompliance, ClientStatus, Sector } from './client.entity.ts'

const { PENDING, ACTIVE, REJECTED, SUSPENDED, ARCHIVED } = ClientStatus

/** The states that a client may go to, from each. */
export const clientTransitions = transitions<ClientStatus>('Client', {
  [PENDING]: [ACTIVE, REJECTED],
  [ACTIVE]: [SUSPENDED, ARCHIVED],
  [SUSPENDED]: [ACTIVE, ARCHIVED],
  [REJECTED]: [ARCHIVED],
  [ARCHIVED]: [PENDING],
})

/** What a new client is presumed to need, by its sector. */
export const complianceDefaults = (sector: Sector): ClientCompliance =>
  sector === Sector.GOVERNMENT
    ? { popiaCompliant: true, securityClearance: 'BASIC', dataClassification: 'PUBLIC' }
    : { popiaCompliant: true, securityClearance: 'STANDARD', dataClassification: 'COMMERCIAL' }

import { transitions } from '../../common/transitions.ts'
import type { Lifecycle } from '../../engine/write/lifecycle.ts'
import { type Client, type ClientCompliance, ClientStatus, Sector } from './client.entity.ts'

const { PENDING, ACTIVE, REJECTED, SUSPENDED, ARCHIVED } = ClientStatus

/** The allowed next statuses of each status. */
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

export const complianceDefaults = (sector: Sector): ClientCompliance =>
  sector === Sector.GOVERNMENT
    ? { popiaCompliant: true, securityClearance: 'BASIC', dataClassification: 'PUBLIC' }
    : { popiaCompliant: true, securityClearance: 'STANDARD', dataClassification: 'COMMERCIAL' }

/** The compliance of a client after a change of sector: defaults change, assessed values stay. */
export const complianceIn = (sector: Sector, known: ClientCompliance): ClientCompliance =>
  known.assessedAt ? known : complianceDefaults(sector)

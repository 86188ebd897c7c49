import { analytics } from './analytics.ts'
import { audit } from './audit.ts'
import { campaigns } from './campaigns.ts'
import { clients } from './clients.ts'
import { compliance } from './compliance.ts'
import { content } from './content.ts'
import { invitations } from './invitations.ts'
import { privacy } from './privacy.ts'
import { provider } from './provider.ts'
import { realtime } from './realtime.ts'
import { team } from './team.ts'

/** All endpoints, by group. */
export const routes = [
  ...clients,
  ...campaigns,
  ...content,
  ...analytics,
  ...team,
  ...invitations,
  ...audit,
  ...realtime,
  ...provider,
  ...privacy,
  ...compliance,
]

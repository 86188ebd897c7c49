import { sections } from '../components/sections.tsx'
import { Invitations } from './invitations.tsx'
import { Keys } from './keys.tsx'
import { Notifications } from './notifications.tsx'
import { Organization } from './organization.tsx'
import { People } from './people.tsx'
import { Roles } from './roles.tsx'
import { BackgroundWork, Billing, Integrations } from './service.tsx'
import { Webhooks } from './webhooks.tsx'

export default sections('administration', {
  people: People,
  invitations: Invitations,
  keys: Keys,
  webhooks: Webhooks,
  integrations: Integrations,
  work: BackgroundWork,
  notifications: Notifications,
  organization: Organization,
  billing: Billing,
  roles: Roles,
})

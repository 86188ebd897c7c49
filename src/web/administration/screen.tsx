import { Sections } from '../components/sections.tsx'
import { t } from '../i18n/language.ts'
import { BackgroundWork } from './background-work.tsx'
import { Billing } from './billing.tsx'
import { Integrations } from './integrations.tsx'
import { Invitations } from './invitations.tsx'
import { Keys } from './keys.tsx'
import { Notifications } from './notifications.tsx'
import { Organization } from './organization.tsx'
import { People } from './people.tsx'
import { Roles } from './roles.tsx'
import { Webhooks } from './webhooks.tsx'

const PARTS = {
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
}

export default function Screen() {
  return (
    <Sections
      screen="administration"
      title={t('administration:sections.title')}
      titleOf={(name) => t(`administration:sections.${name}`)}
      parts={PARTS}
    />
  )
}

import type { ComponentType } from 'preact'
import { useSession } from '../api/session.ts'
import { NotAllowed } from '../components/not-allowed.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { type SectionOf, sectionsFor } from '../screens.ts'
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

const SHOWN = {
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
} satisfies Record<SectionOf<'administration'>, ComponentType>

export default function Screen() {
  const session = useSession()
  const readable = sectionsFor('administration', (permission) => session.may(permission))
  const [asked = 'people'] = route.value.path
  const shown = readable.find((name) => name === asked)
  const Shown = shown ? SHOWN[shown] : NotAllowed
  return (
    <>
      <nav class="sections" aria-label={t('administration:sections.title')}>
        {readable.map((name) => (
          <a key={name} href={hrefOf('administration', [name])} aria-current={name === shown ? 'page' : undefined}>
            {t(`administration:sections.${name}`)}
          </a>
        ))}
      </nav>
      <Shown key={shown} />
    </>
  )
}

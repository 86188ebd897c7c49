import type { ComponentType } from 'preact'
import { useSession } from '../api/session.ts'
import { NotAllowed } from '../components/not-allowed.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Billing } from './billing.tsx'
import { Integrations } from './integrations.tsx'
import { Invitations } from './invitations.tsx'
import { Keys } from './keys.tsx'
import { Notifications } from './notifications.tsx'
import { Organization } from './organization.tsx'
import { People } from './people.tsx'
import { Roles } from './roles.tsx'
import { Webhooks } from './webhooks.tsx'

interface Section {
  /** Who has it may read the section. */
  permission: string
  Shown: ComponentType
}

const SECTIONS = {
  people: { permission: 'org:team:read', Shown: People },
  invitations: { permission: 'org:invitations:read', Shown: Invitations },
  keys: { permission: 'org:provider:read', Shown: Keys },
  webhooks: { permission: 'org:provider:read', Shown: Webhooks },
  integrations: { permission: 'org:provider:read', Shown: Integrations },
  notifications: { permission: 'org:provider:read', Shown: Notifications },
  organization: { permission: 'org:provider:read', Shown: Organization },
  billing: { permission: 'org:provider:read', Shown: Billing },
  roles: { permission: 'org:team:read', Shown: Roles },
} satisfies Record<string, Section>

type SectionName = keyof typeof SECTIONS
const NAMES = Object.keys(SECTIONS) as SectionName[]

export default function Screen() {
  const session = useSession()
  const readable = NAMES.filter((name) => session.may(SECTIONS[name].permission))
  const [asked = 'people'] = route.value.path
  const shown = readable.find((name) => name === asked)
  const Shown = shown ? SECTIONS[shown].Shown : NotAllowed
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

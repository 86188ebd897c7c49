import type { ComponentType } from 'preact'
import { useSession } from '../api/session.ts'
import { NotAllowed } from '../components/not-allowed.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { type SectionOf, sectionsFor } from '../screens.ts'
import { Breaches } from './breaches.tsx'
import { Compliance } from './compliance.tsx'
import { Consents } from './consents.tsx'
import { Report } from './report.tsx'
import { Requests } from './requests.tsx'
import { Retention } from './retention.tsx'

const SHOWN = {
  requests: Requests,
  consents: Consents,
  breaches: Breaches,
  compliance: Compliance,
  retention: Retention,
  report: Report,
} satisfies Record<SectionOf<'privacy'>, ComponentType>

export default function Screen() {
  const session = useSession()
  const readable = sectionsFor('privacy', (permission) => session.may(permission))
  const [asked = 'requests'] = route.value.path
  const shown = readable.find((name) => name === asked)
  const Shown = shown ? SHOWN[shown] : NotAllowed
  return (
    <>
      <nav class="sections" aria-label={t('privacy:sections.title')}>
        {readable.map((name) => (
          <a key={name} href={hrefOf('privacy', [name])} aria-current={name === shown ? 'page' : undefined}>
            {t(`privacy:sections.${name}`)}
          </a>
        ))}
      </nav>
      <Shown key={shown} />
    </>
  )
}

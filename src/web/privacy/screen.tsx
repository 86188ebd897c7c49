import type { ComponentType } from 'preact'
import { t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Breaches } from './breaches.tsx'
import { Compliance } from './compliance.tsx'
import { Consents } from './consents.tsx'
import { Report } from './report.tsx'
import { Requests } from './requests.tsx'
import { Retention } from './retention.tsx'

const SECTIONS = {
  requests: Requests,
  consents: Consents,
  breaches: Breaches,
  compliance: Compliance,
  retention: Retention,
  report: Report,
} satisfies Record<string, ComponentType>

type SectionName = keyof typeof SECTIONS
const NAMES = Object.keys(SECTIONS) as SectionName[]

export default function Screen() {
  const [asked] = route.value.path
  const shown = NAMES.find((name) => name === asked) ?? 'requests'
  const Shown = SECTIONS[shown]
  return (
    <>
      <nav class="sections" aria-label={t('privacy:sections.title')}>
        {NAMES.map((name) => (
          <a key={name} href={hrefOf('privacy', [name])} aria-current={name === shown ? 'page' : undefined}>
            {t(`privacy:sections.${name}`)}
          </a>
        ))}
      </nav>
      <Shown key={shown} />
    </>
  )
}

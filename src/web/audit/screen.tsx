import type { ComponentType } from 'preact'
import { useSession } from '../api/session.ts'
import { NotAllowed } from '../components/not-allowed.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Export } from './export.tsx'
import { Trail } from './trail.tsx'
import { Verification } from './verification.tsx'

interface Section {
  /** Who has it may open the section. */
  permission: string
  Shown: ComponentType
}

const SECTIONS = {
  records: { permission: 'org:audit:read', Shown: Trail },
  // The browser recomputes what it reads as an export.
  verification: { permission: 'org:audit:export', Shown: Verification },
  export: { permission: 'org:audit:export', Shown: Export },
} satisfies Record<string, Section>

type SectionName = keyof typeof SECTIONS
const NAMES = Object.keys(SECTIONS) as SectionName[]

export default function Screen() {
  const session = useSession()
  const readable = NAMES.filter((name) => session.may(SECTIONS[name].permission))
  const [asked = 'records'] = route.value.path
  const shown = readable.find((name) => name === asked)
  const Shown = shown ? SECTIONS[shown].Shown : NotAllowed
  return (
    <>
      <nav class="sections" aria-label={t('audit:sections.title')}>
        {readable.map((name) => (
          <a key={name} href={hrefOf('audit', [name])} aria-current={name === shown ? 'page' : undefined}>
            {t(`audit:sections.${name}`)}
          </a>
        ))}
      </nav>
      <Shown key={shown} />
    </>
  )
}

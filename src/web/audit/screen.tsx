import type { ComponentType } from 'preact'
import { useSession } from '../api/session.ts'
import { NotAllowed } from '../components/not-allowed.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { type SectionOf, sectionsFor } from '../screens.ts'
import { Export } from './export.tsx'
import { Trail } from './trail.tsx'
import { Verification } from './verification.tsx'

const SHOWN = {
  records: Trail,
  verification: Verification,
  export: Export,
} satisfies Record<SectionOf<'audit'>, ComponentType>

export default function Screen() {
  const session = useSession()
  const readable = sectionsFor('audit', (permission) => session.may(permission))
  const [asked = 'records'] = route.value.path
  const shown = readable.find((name) => name === asked)
  const Shown = shown ? SHOWN[shown] : NotAllowed
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

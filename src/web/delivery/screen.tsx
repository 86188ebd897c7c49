import type { ComponentType } from 'preact'
import { session } from '../api/session.ts'
import { NotAllowed } from '../components/not-allowed.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { type SectionOf, sectionsFor } from '../screens.ts'
import { Cleansings } from './cleansings.tsx'
import { Segments } from './segments.tsx'
import { Senders } from './senders.tsx'

const SHOWN = {
  senders: Senders,
  segments: Segments,
  cleansing: Cleansings,
} satisfies Record<SectionOf<'delivery'>, ComponentType>

export default function Screen() {
  const readable = sectionsFor('delivery', (permission) => session.may(permission))
  const [asked = 'senders'] = route.value.path
  const shown = readable.find((name) => name === asked)
  const Shown = shown ? SHOWN[shown] : NotAllowed
  return (
    <>
      <nav class="sections" aria-label={t('delivery:sections.title')}>
        {readable.map((name) => (
          <a key={name} href={hrefOf('delivery', [name])} aria-current={name === shown ? 'page' : undefined}>
            {t(`delivery:sections.${name}`)}
          </a>
        ))}
      </nav>
      <Shown key={shown} />
    </>
  )
}

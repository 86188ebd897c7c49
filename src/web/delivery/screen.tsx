import { Sections } from '../components/sections.tsx'
import { t } from '../i18n/language.ts'
import { Cleansings } from './cleansings.tsx'
import { Segments } from './segments.tsx'
import { Senders } from './senders.tsx'

const PARTS = { senders: Senders, segments: Segments, cleansing: Cleansings }

export default function Screen() {
  return (
    <Sections
      screen="delivery"
      title={t('delivery:sections.title')}
      titleOf={(name) => t(`delivery:sections.${name}`)}
      parts={PARTS}
    />
  )
}

import { Sections } from '../components/sections.tsx'
import { t } from '../i18n/language.ts'
import { Export } from './export.tsx'
import { Trail } from './trail.tsx'
import { Verification } from './verification.tsx'

export default function Screen() {
  return (
    <Sections
      screen="audit"
      title={t('audit:sections.title')}
      titleOf={(name) => t(`audit:sections.${name}`)}
      parts={{ records: Trail, verification: Verification, export: Export }}
    />
  )
}

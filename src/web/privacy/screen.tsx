import { Sections } from '../components/sections.tsx'
import { t } from '../i18n/language.ts'
import { Breaches } from './breaches.tsx'
import { Compliance } from './compliance.tsx'
import { Consents } from './consents.tsx'
import { Contacts } from './contacts.tsx'
import { Holds } from './holds.tsx'
import { Operators } from './operators.tsx'
import { Processing } from './processing.tsx'
import { Report } from './report.tsx'
import { Requests } from './requests.tsx'
import { Retention } from './retention.tsx'

const PARTS = {
  requests: Requests,
  consents: Consents,
  contacts: Contacts,
  breaches: Breaches,
  compliance: Compliance,
  processing: Processing,
  operators: Operators,
  holds: Holds,
  retention: Retention,
  report: Report,
}

export default function Screen() {
  return (
    <Sections
      screen="privacy"
      title={t('privacy:sections.title')}
      titleOf={(name) => t(`privacy:sections.${name}`)}
      parts={PARTS}
    />
  )
}

import { sections } from '../components/sections.tsx'
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

export default sections('privacy', {
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
})

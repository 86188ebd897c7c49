import {
  OrganizationComplianceDocument,
  OrganizationDocument,
  type OrganizationPatch,
  OrganizationSecurityDocument,
  type OrganizationSecurityQuery,
  type OrganizationWholeFragment,
  Role,
  type SecurityPatch,
  UpdateOrganizationDocument,
  UpdateSecurityDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { changesOf, wordsOf } from '../components/entered.ts'
import { Facts } from '../components/facts.tsx'
import { Form } from '../components/form.tsx'
import { Loaded, Panel } from '../components/panel.tsx'
import {
  Controls,
  choice,
  type FieldRows,
  factsOf,
  inputIn,
  number,
  text,
  texts,
  yes,
} from '../components/record-fields.tsx'
import { notify } from '../components/toasts.tsx'
import { useRecord } from '../components/use-record.ts'
import { percent } from '../format.ts'
import { t } from '../i18n/language.ts'

type Security = NonNullable<OrganizationSecurityQuery['securitySettings']>

/** The organization: its details and its security settings. */
export function Organization() {
  const query = useQuery(OrganizationDocument, {})
  const mayWrite = session.may('org:provider:write')
  const isNew = query.error?.code === 'ORGANIZATION_NOT_FOUND'
  const read = isNew ? { ...query, error: undefined, data: { serviceProvider: NOTHING } } : query
  return (
    <>
      <Panel title={t('administration:organization.title')}>
        {!isNew && <Score />}
        <Loaded query={read}>
          {({ serviceProvider }: { serviceProvider: Known }) =>
            mayWrite ? (
              <Details organization={serviceProvider} />
            ) : (
              <Facts facts={factsOf(DETAILS, withFlags(serviceProvider))} />
            )
          }
        </Loaded>
      </Panel>
      {!isNew && <Demands mayWrite={mayWrite} />}
    </>
  )
}

function Demands({ mayWrite }: { mayWrite: boolean }) {
  const query = useQuery(OrganizationSecurityDocument, {})
  return (
    <Panel title={t('administration:security.title')}>
      <Loaded query={query}>
        {({ securitySettings, serviceProvider: { updatedAt } }) =>
          mayWrite ? (
            <SecurityForm settings={{ ...securitySettings, updatedAt }} />
          ) : (
            <Facts facts={factsOf(SECURITY, { ...securitySettings })} />
          )
        }
      </Loaded>
    </Panel>
  )
}

/** The number of passed compliance checks. */
function Score() {
  const { data } = useQuery(OrganizationComplianceDocument, {})
  if (!data) return null
  const { met, total, score } = data.serviceProviderCompliance
  const share = score === null ? t('administration:organization.unknown') : percent(score / 100)
  return <p>{t('administration:organization.score', { met, total, share })}</p>
}

type Known = Omit<OrganizationWholeFragment, 'id' | 'updatedAt'> & { updatedAt: string | null }

/** An organization without a record: its first change creates the record. */
const NOTHING: Known = {
  updatedAt: null,
  name: null,
  popiaRegistration: null,
  informationOfficerName: null,
  informationOfficerEmail: null,
  informationOfficerPhone: null,
  informationOfficerRegistration: null,
  budgetTolerancePercent: null,
  requiresSignOff: null,
  remindsReviewers: null,
}

type Details = Omit<OrganizationPatch, 'address' | 'contact' | 'security'>

const DETAILS = {
  name: text({ isHalf: true }),
  informationOfficerName: text({ isHalf: true }),
  informationOfficerEmail: text({ type: 'email', isHalf: true }),
  informationOfficerPhone: text({ type: 'tel', isHalf: true }),
  informationOfficerRegistration: text({ isHalf: true }),
  popiaRegistration: text({ isHalf: true }),
  budgetTolerancePercent: number(),
  requiresSignOff: yes(),
  remindsReviewers: yes(),
} satisfies FieldRows<Details, object>

/** The organization with the defaults of the flags that are not set. */
const withFlags = (organization: Known) => ({
  ...organization,
  requiresSignOff: organization.requiresSignOff ?? false,
  remindsReviewers: organization.remindsReviewers ?? true,
})

const SECURITY = {
  allowedAddresses: { ...texts(), read: wordsOf },
  maximumSessionMinutes: number({ isHalf: true }),
  exportRole: choice(Role, { isHalf: true }),
  maximumKeyDays: number({ isHalf: true }),
  stepUpMinutes: number({ isHalf: true }),
  agentsAllowed: yes(),
} satisfies FieldRows<SecurityPatch, object>

function Details({ organization: given }: { organization: Known }) {
  const send = useSave()
  const { record, reread } = useRecord<Known>(
    given,
    async () => (await session.request(OrganizationDocument, {})).serviceProvider,
  )
  const organization = withFlags(record)
  const save = async (entered: FormData) => {
    const input = changesOf(organization, inputIn<Details>(DETAILS, entered, organization))
    await send(UpdateOrganizationDocument, { input, expectedUpdatedAt: organization.updatedAt })
    await reread()
    notify(t('administration:organization.saved'))
  }
  return (
    <Form draft="organization" save={save} reread={reread}>
      <Controls rows={DETAILS} record={organization} />
    </Form>
  )
}

/** The security settings, with the `updatedAt` of the organization's record. */
type DatedSecurity = Security & { updatedAt: string }

function SecurityForm({ settings }: { settings: DatedSecurity }) {
  const send = useSave()
  const { record: security, reread } = useRecord(settings, async () => {
    const { securitySettings, serviceProvider } = await session.request(OrganizationSecurityDocument, {})
    return { ...securitySettings, ...serviceProvider }
  })
  const save = async (entered: FormData) => {
    const input = changesOf(security, inputIn<SecurityPatch>(SECURITY, entered, { ...security }))
    await send(UpdateSecurityDocument, { input, expectedUpdatedAt: security.updatedAt })
    await reread()
    notify(t('administration:organization.saved'))
  }
  return (
    <Form draft="security" save={save} reread={reread}>
      <Controls rows={SECURITY} record={{ ...security }} />
    </Form>
  )
}

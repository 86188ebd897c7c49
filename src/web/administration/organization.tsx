import {
  OrganizationComplianceDocument,
  OrganizationDocument,
  OrganizationSecurityDocument,
  type OrganizationSecurityQuery,
  type OrganizationWholeFragment,
  Role,
  UpdateOrganizationDocument,
  UpdateSecurityDocument,
} from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { changesOf, textOf } from '../components/entered.ts'
import { Facts } from '../components/facts.tsx'
import { LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { Loaded, Panel } from '../components/panel.tsx'
import { notify } from '../components/toasts.tsx'
import { useRecord } from '../components/use-record.ts'
import { percent } from '../format.ts'
import { label, t } from '../i18n/language.ts'

type Security = NonNullable<OrganizationSecurityQuery['securitySettings']>

/** The organization itself: its details, and what it demands of whoever signs in. */
export function Organization() {
  const session = useSession()
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
            mayWrite ? <Details organization={serviceProvider} /> : <Facts facts={factsOf(serviceProvider)} />
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
            <Facts facts={securityFacts(securitySettings)} />
          )
        }
      </Loaded>
    </Panel>
  )
}

/** How many checks of compliance are met. */
function Score() {
  const { data } = useQuery(OrganizationComplianceDocument, {})
  if (!data) return null
  const { met, total, score } = data.serviceProviderCompliance
  const share = score === null ? t('administration:organization.unknown') : percent(score / 100)
  return <p>{t('administration:organization.score', { met, total, share })}</p>
}

type Known = Omit<OrganizationWholeFragment, 'id' | 'updatedAt'> & { updatedAt: string | null }

/** The first change of an organization of which nothing is recorded makes its record. */
const NOTHING: Known = {
  updatedAt: null,
  name: null,
  popiaRegistration: null,
  informationOfficerName: null,
  informationOfficerEmail: null,
  informationOfficerPhone: null,
  informationOfficerRegistration: null,
}

const FIELDS = [
  'name',
  'informationOfficerName',
  'informationOfficerEmail',
  'informationOfficerPhone',
  'informationOfficerRegistration',
  'popiaRegistration',
] as const

const factsOf = (organization: Known) =>
  FIELDS.map((field) => [t(`administration:organization.${field}`), organization[field]] as const)

function Details({ organization: given }: { organization: Known }) {
  const session = useSession()
  const send = useSave()
  const { record: organization, reread } = useRecord<Known>(
    given,
    async () => (await session.request(OrganizationDocument, {})).serviceProvider,
  )
  const save = async (entered: FormData) => {
    const input = Object.fromEntries(FIELDS.map((field) => [field, textOf(entered, field)]))
    const expectedUpdatedAt = organization.updatedAt
    await send(UpdateOrganizationDocument, { input: changesOf(organization, input), expectedUpdatedAt })
    await reread()
    notify(t('administration:organization.saved'))
  }
  return (
    <Form draft="organization" save={save} reread={reread}>
      <div class="pair">
        {FIELDS.map((field) => (
          <TextField
            key={field}
            name={field}
            label={t(`administration:organization.${field}`)}
            value={organization[field] ?? ''}
          />
        ))}
      </div>
    </Form>
  )
}

const securityFacts = ({ allowedAddresses, maximumSessionMinutes, exportRole }: Security) =>
  [
    [t('administration:security.allowedAddresses'), allowedAddresses.join(', ')],
    [t('administration:security.maximumSessionMinutes'), maximumSessionMinutes],
    [t('administration:security.exportRole'), exportRole && label(exportRole)],
  ] as const

function minutesOf(entered: FormData): number | null {
  const text = textOf(entered, 'maximumSessionMinutes')
  if (text === null) return null
  const fault = t('administration:security.notMinutes')
  if (!/^\d+$/.test(text)) throw new RequestError('VALIDATION_ERROR', fault, { maximumSessionMinutes: fault })
  return Number(text)
}

/** Of the record of the organization, which has the settings. */
type DatedSecurity = Security & { updatedAt: string }

function SecurityForm({ settings }: { settings: DatedSecurity }) {
  const session = useSession()
  const send = useSave()
  const { record: security, reread } = useRecord(settings, async () => {
    const { securitySettings, serviceProvider } = await session.request(OrganizationSecurityDocument, {})
    return { ...securitySettings, ...serviceProvider }
  })
  const save = async (entered: FormData) => {
    const input = {
      allowedAddresses: (textOf(entered, 'allowedAddresses') ?? '').split(/[\s,]+/).filter(Boolean),
      maximumSessionMinutes: minutesOf(entered),
      exportRole: Object.values(Role).find((role) => role === entered.get('exportRole')) ?? null,
    }
    const expectedUpdatedAt = security.updatedAt
    await send(UpdateSecurityDocument, { input: changesOf(security, input), expectedUpdatedAt })
    await reread()
    notify(t('administration:organization.saved'))
  }
  return (
    <Form draft="security" save={save} reread={reread}>
      <LongTextField
        name="allowedAddresses"
        label={t('administration:security.allowedAddresses')}
        hint={t('administration:security.addressesHint')}
        value={security.allowedAddresses.join('\n')}
      />
      <div class="pair">
        <TextField
          name="maximumSessionMinutes"
          label={t('administration:security.maximumSessionMinutes')}
          inputMode="decimal"
          value={security.maximumSessionMinutes === null ? '' : String(security.maximumSessionMinutes)}
        />
        <SelectField
          name="exportRole"
          label={t('administration:security.exportRole')}
          none={t('administration:security.anyRole')}
          choices={Object.values(Role).map((value) => ({ value, label: label(value) }))}
          value={security.exportRole ?? ''}
        />
      </div>
    </Form>
  )
}

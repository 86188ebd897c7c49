import {
  OrganizationComplianceDocument,
  OrganizationDocument,
  type OrganizationPatch,
  OrganizationSecurityDocument,
  type OrganizationSecurityQuery,
  type OrganizationWholeFragment,
  Role,
  UpdateOrganizationDocument,
  UpdateSecurityDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { changesOf, integerOf, textOf, wordsOf } from '../components/entered.ts'
import { Facts } from '../components/facts.tsx'
import { ChoicesField, LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { Loaded, Panel } from '../components/panel.tsx'
import { Controls, type FieldRows, inputIn, factsOf as rowFacts, yes } from '../components/record-fields.tsx'
import { notify } from '../components/toasts.tsx'
import { useRecord } from '../components/use-record.ts'
import { percent } from '../format.ts'
import { label, t } from '../i18n/language.ts'

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

const TEXTS = [
  'name',
  'informationOfficerName',
  'informationOfficerEmail',
  'informationOfficerPhone',
  'informationOfficerRegistration',
  'popiaRegistration',
] as const

type Flags = Pick<OrganizationPatch, 'requiresSignOff' | 'remindsReviewers'>
const FLAGS = { requiresSignOff: yes(), remindsReviewers: yes() } satisfies FieldRows<Flags, object>

/** The organization with the defaults of the flags that are not set. */
const withFlags = (organization: Known) => ({
  ...organization,
  requiresSignOff: organization.requiresSignOff ?? false,
  remindsReviewers: organization.remindsReviewers ?? true,
})

const factsOf = (organization: Known) => [
  ...[...TEXTS, 'budgetTolerancePercent' as const].map(
    (field) => [t(`administration:organization.${field}`), organization[field]] as const,
  ),
  ...rowFacts(FLAGS, withFlags(organization)),
]

function Details({ organization: given }: { organization: Known }) {
  const send = useSave()
  const { record: organization, reread } = useRecord<Known>(
    given,
    async () => (await session.request(OrganizationDocument, {})).serviceProvider,
  )
  const save = async (entered: FormData) => {
    const input = {
      ...Object.fromEntries(TEXTS.map((field) => [field, textOf(entered, field)])),
      budgetTolerancePercent: integerOf(entered, 'budgetTolerancePercent', t('administration:organization.notInteger')),
      ...inputIn<Flags>(FLAGS, entered, undefined),
    }
    const expectedUpdatedAt = organization.updatedAt
    await send(UpdateOrganizationDocument, { input: changesOf(withFlags(organization), input), expectedUpdatedAt })
    await reread()
    notify(t('administration:organization.saved'))
  }
  return (
    <Form draft="organization" save={save} reread={reread}>
      <div class="pair">
        {TEXTS.map((field) => (
          <TextField
            key={field}
            name={field}
            label={t(`administration:organization.${field}`)}
            value={organization[field] ?? ''}
          />
        ))}
        <TextField
          name="budgetTolerancePercent"
          label={t('administration:organization.budgetTolerancePercent')}
          hint={t('administration:organization.budgetToleranceHint')}
          inputMode="decimal"
          value={organization.budgetTolerancePercent === null ? '' : String(organization.budgetTolerancePercent)}
        />
      </div>
      <Controls rows={FLAGS} record={withFlags(organization)} />
    </Form>
  )
}

const securityFacts = (security: Security) =>
  [
    [t('administration:security.allowedAddresses'), security.allowedAddresses.join(', ')],
    [t('administration:security.maximumSessionMinutes'), security.maximumSessionMinutes],
    [t('administration:security.exportRole'), security.exportRole && label(security.exportRole)],
    [t('administration:security.agents'), security.agentsAllowed && t('administration:security.agentsAllowed')],
    [t('administration:security.maximumKeyDays'), security.maximumKeyDays],
    [t('administration:security.stepUpMinutes'), security.stepUpMinutes],
  ] as const

/** The security settings, with the `updatedAt` of the organization's record. */
type DatedSecurity = Security & { updatedAt: string }

function SecurityForm({ settings }: { settings: DatedSecurity }) {
  const send = useSave()
  const { record: security, reread } = useRecord(settings, async () => {
    const { securitySettings, serviceProvider } = await session.request(OrganizationSecurityDocument, {})
    return { ...securitySettings, ...serviceProvider }
  })
  const save = async (entered: FormData) => {
    const input = {
      allowedAddresses: wordsOf(entered, 'allowedAddresses'),
      maximumSessionMinutes: integerOf(entered, 'maximumSessionMinutes', t('administration:organization.notInteger')),
      exportRole: Object.values(Role).find((role) => role === entered.get('exportRole')) ?? null,
      agentsAllowed: entered.has('agentsAllowed'),
      maximumKeyDays: integerOf(entered, 'maximumKeyDays', t('administration:organization.notInteger')),
      stepUpMinutes: integerOf(entered, 'stepUpMinutes', t('administration:organization.notInteger')),
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
        <TextField
          name="maximumKeyDays"
          label={t('administration:security.maximumKeyDays')}
          hint={t('administration:security.maximumKeyDaysHint')}
          inputMode="numeric"
          value={security.maximumKeyDays === null ? '' : String(security.maximumKeyDays)}
        />
        <TextField
          name="stepUpMinutes"
          label={t('administration:security.stepUpMinutes')}
          hint={t('administration:security.stepUpHint')}
          inputMode="numeric"
          value={security.stepUpMinutes === null ? '' : String(security.stepUpMinutes)}
        />
        <SelectField
          name="exportRole"
          label={t('administration:security.exportRole')}
          none={t('administration:security.anyRole')}
          choices={Object.values(Role).map((value) => ({ value, label: label(value) }))}
          value={security.exportRole ?? ''}
        />
        <ChoicesField
          name="agentsAllowed"
          label={t('administration:security.agents')}
          hint={t('administration:security.agentsHint')}
          values={security.agentsAllowed ? ['true'] : []}
          choices={[{ value: 'true', label: t('administration:security.agentsAllowed') }]}
        />
      </div>
    </Form>
  )
}

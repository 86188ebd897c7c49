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
import { wordsOf } from '../components/entered.ts'
import { Loaded, Panel, QueryPanel } from '../components/panel.tsx'
import { choice, type FieldRows, number, text, texts, yes } from '../components/record-fields.tsx'
import { SettingsForm } from '../components/settings-form.tsx'
import { percent } from '../format.ts'
import { t } from '../i18n/language.ts'

/** The organization: its details and its security settings. */
export function Organization() {
  const query = useQuery(OrganizationDocument, {})
  const isNew = query.error?.code === 'ORGANIZATION_NOT_FOUND'
  const read = isNew ? { ...query, error: undefined, data: { serviceProvider: NOTHING } } : query
  return (
    <>
      <Panel title={t('administration:organization.title')}>
        {!isNew && <Score />}
        <Loaded query={read}>
          {({ serviceProvider }: { serviceProvider: Known }) => <DetailsForm organization={serviceProvider} />}
        </Loaded>
      </Panel>
      {!isNew && <Security />}
    </>
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

/** An organization without a record: its first change creates the record. */
const NOTHING = { updatedAt: null, ...Object.fromEntries(Object.keys(DETAILS).map((name) => [name, null])) } as Known

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

const said = () => t('administration:organization.saved')

const DetailsForm = ({ organization }: { organization: Known }) => (
  <SettingsForm<Details, ReturnType<typeof withFlags>>
    draft="organization"
    rows={DETAILS}
    record={withFlags(organization)}
    read={async () => withFlags((await session.request(OrganizationDocument, {})).serviceProvider)}
    save={(input, { updatedAt }) =>
      session.save(UpdateOrganizationDocument, { input, expectedUpdatedAt: updatedAt }, { said })
    }
  />
)

/** The security settings. Their version is that of the organization's record. */
function Security() {
  const read = async () => datedOf(await session.request(OrganizationSecurityDocument, {}))
  return (
    <QueryPanel title={t('administration:security.title')} query={useQuery(OrganizationSecurityDocument, {})}>
      {(found) => (
        <SettingsForm<SecurityPatch, ReturnType<typeof datedOf>>
          draft="security"
          rows={SECURITY}
          record={datedOf(found)}
          read={read}
          save={(input, { updatedAt }) =>
            session.save(UpdateSecurityDocument, { input, expectedUpdatedAt: updatedAt }, { said })
          }
        />
      )}
    </QueryPanel>
  )
}

type Found = { [Name in keyof OrganizationSecurityQuery]: NonNullable<OrganizationSecurityQuery[Name]> }
const datedOf = ({ securitySettings, serviceProvider }: Found) => ({ ...securitySettings, ...serviceProvider })

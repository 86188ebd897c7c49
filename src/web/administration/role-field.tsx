import { RolesDocument, type RolesQuery, type TeamRole } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { SelectField } from '../components/fields.tsx'
import { Loaded } from '../components/panel.tsx'
import { label, t } from '../i18n/language.ts'

type ExplainedRole = NonNullable<RolesQuery['caller']>['roles'][number]

/** The roles that the caller may give. A current role is always offered. */
export function RoleField({ value }: { value?: TeamRole | undefined }) {
  const query = useQuery(RolesDocument, {})
  const isOffered = ({ role, isGrantable }: ExplainedRole) => isGrantable || role === value
  return (
    <Loaded query={query}>
      {({ caller: { roles } }) => (
        <SelectField
          name="role"
          label={t('enums:fields.role')}
          required
          none={t('administration:chooseRole')}
          choices={roles.filter(isOffered).map(({ role }) => ({ value: role, label: label(role) }))}
          value={value}
        />
      )}
    </Loaded>
  )
}

import { RolesDocument, type RolesQuery, TeamRole } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { choiceOf } from '../components/entered.ts'
import { SelectField } from '../components/fields.tsx'
import { Loaded } from '../components/panel.tsx'
import type { ControlProps, FieldRow } from '../components/record-fields.tsx'
import { label, t } from '../i18n/language.ts'

type ExplainedRole = NonNullable<RolesQuery['caller']>['roles'][number]

function RoleField({ value, ...field }: Pick<ControlProps<TeamRole>, 'name' | 'label' | 'value'>) {
  const isOffered = ({ role, isGrantable }: ExplainedRole) => isGrantable || role === value
  return (
    <Loaded query={useQuery(RolesDocument, {})}>
      {({ caller: { roles } }) => (
        <SelectField
          {...field}
          required
          none={t('administration:chooseRole')}
          choices={roles.filter(isOffered).map(({ role }) => ({ value: role, label: label(role) }))}
          value={value ?? undefined}
        />
      )}
    </Loaded>
  )
}

/** The roles that the caller may give. A current role is always offered. */
export const role: FieldRow<TeamRole> = {
  required: true,
  control: ({ name, label: title, value }) => <RoleField name={name} label={title} value={value} />,
  // The roles load after the form.
  read: (entered, name) => choiceOf(entered, name, Object.values(TeamRole)),
  show: label,
}

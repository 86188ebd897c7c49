import type { ComponentChildren, ComponentProps } from 'preact'
import { type AuditFilter, AuditOutcome } from '../api/generated.ts'
import { show, Toolbar } from '../components/list.tsx'
import { Input, labelled, Select } from '../components/select.tsx'
import { t } from '../i18n/language.ts'
import { route } from '../route.ts'
import { momentsOf } from './period.ts'

const OUTCOMES = Object.values(AuditOutcome)
const TEXTS = ['user', 'resourceType', 'resource', 'action'] as const
const DAYS = ['from', 'to'] as const
type FieldName = (typeof TEXTS)[number] | (typeof DAYS)[number]

type InputProps = ComponentProps<typeof Input>

/** The filter in the address. Reads by this console are hidden by default. */
export function filterOf(parameters: URLSearchParams): AuditFilter {
  const text = (name: FieldName) => parameters.get(name) || undefined
  return {
    userId: text('user'),
    resourceType: nameOf(text('resourceType')),
    resourceId: text('resource'),
    action: nameOf(text('action')),
    outcome: OUTCOMES.find((each) => each === parameters.get('outcome')),
    reads: parameters.get('reads') === 'yes' ? undefined : false,
    ...momentsOf({ from: parameters.get('from'), to: parameters.get('to') }),
  }
}

/** The user may type `client created` for CLIENT_CREATED. */
const nameOf = (text: string | undefined) => text?.trim().replace(/[\s_]+/g, '_')

interface FiltersProps {
  /** The suggested values of a field. Other values may be typed. */
  choices: Partial<Record<FieldName, InputProps['choices']>>
  children: ComponentChildren
}

export function TrailFilters({ choices, children }: FiltersProps) {
  const { parameters } = route.value
  return (
    <Toolbar>
      {TEXTS.map((name) => (
        <FilterField key={name} name={name} type="text" choices={choices[name]} />
      ))}
      <Select
        label={t('audit:filters.outcome')}
        value={parameters.get('outcome') ?? ''}
        none={t('all')}
        choices={labelled(OUTCOMES)}
        onChoose={(outcome) => show({ outcome })}
      />
      {DAYS.map((name) => (
        <FilterField key={name} name={name} type="date" />
      ))}
      <label class="check">
        <input
          type="checkbox"
          checked={parameters.get('reads') === 'yes'}
          onChange={({ currentTarget }) => show({ reads: currentTarget.checked ? 'yes' : undefined })}
        />
        {t('audit:filters.reads')}
      </label>
      {children}
    </Toolbar>
  )
}

const FilterField = ({ name, ...field }: Pick<InputProps, 'type' | 'choices'> & { name: FieldName }) => (
  <Input
    {...field}
    label={t(`audit:filters.${name}`)}
    value={route.value.parameters.get(name) ?? ''}
    onChoose={(value) => show({ [name]: value.trim() })}
  />
)

import { Sector } from '../../api/generated.ts'
import { Input, labelled, Select } from '../../components/select.tsx'
import type { Sheet } from '../../components/source.tsx'
import { Table } from '../../components/table.tsx'
import { t } from '../../i18n/language.ts'
import { FIELDS, type Field, labelOfField, type Mapping, REQUIRED, type Target } from './mapping.ts'
import { Stage } from './stage.tsx'

interface Props {
  sheet: Sheet
  mapping: Mapping
  onChange: (mapping: Mapping) => void
  onCheck: () => void
  onBack: () => void
}

/** The mapping of columns to fields: guessed, then corrected by the user. */
export function Columns({ sheet, mapping, onChange, onCheck, onBack }: Props) {
  const missing = REQUIRED.filter((field) => !mapping.targets.includes(field))
  const choose = (index: number, target: Target) => {
    // A field has one column. A column that loses its field becomes a field of the organization.
    const targets = mapping.targets.map((each, at) => (at === index ? target : each === target ? released(each) : each))
    onChange({ ...mapping, targets, same: sameWithout(mapping.same, targets) })
  }
  return (
    <Stage title={t('clients:import.columns', { count: sheet.lines.length })}>
      <Table
        // Two columns may have the same title.
        rows={mapping.columns.map((column, index) => ({ id: `${index} ${column}`, column, index }))}
        columns={[
          { id: 'column', title: t('clients:import.column'), show: ({ column }) => column },
          {
            id: 'example',
            title: t('clients:import.example'),
            isRoomy: true,
            show: ({ index }) => <span class="example">{exampleOf(sheet, index)}</span>,
          },
          {
            id: 'field',
            title: t('clients:import.field'),
            show: ({ column, index }) => (
              <TargetChoice
                column={column}
                target={mapping.targets[index] ?? 'own'}
                onChoose={(target) => choose(index, target)}
              />
            ),
          },
        ]}
      />
      {missing.length > 0 && (
        <fieldset>
          <legend>{t('clients:import.same')}</legend>
          {missing.map((field) => (
            <SameValue
              key={field}
              field={field}
              value={mapping.same[field] ?? ''}
              onChange={(value) => onChange({ ...mapping, same: { ...mapping.same, [field]: value } })}
            />
          ))}
        </fieldset>
      )}
      <div class="actions">
        <button type="button" class="primary" onClick={onCheck}>
          {t('clients:import.check')}
        </button>
        <button type="button" onClick={onBack}>
          {t('clients:import.another')}
        </button>
      </div>
    </Stage>
  )
}

const released = (target: Target): Target => (target === 'none' ? 'none' : 'own')

/** The fixed values, without those of fields that now have a column. */
const sameWithout = (same: Mapping['same'], targets: readonly Target[]): Mapping['same'] =>
  Object.fromEntries(Object.entries(same).filter(([field]) => !targets.some((target) => target === field)))

const LONGEST_EXAMPLE = 60

function exampleOf({ lines }: Sheet, index: number): string {
  const value = lines.map(({ cells }) => cells[index]).find((cell) => cell !== undefined && cell !== '') ?? ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)}…` : text
}

const TargetChoice = (props: { column: string; target: Target; onChoose: (target: Target) => void }) => (
  <select
    aria-label={t('clients:import.fieldOf', { column: props.column })}
    value={props.target}
    onChange={({ currentTarget }) => props.onChoose(currentTarget.value as Target)}
  >
    {FIELDS.map((field) => (
      <option key={field} value={field}>
        {labelOfField(field)}
      </option>
    ))}
    <option value="own">{t('clients:import.own')}</option>
    <option value="none">{t('clients:import.none')}</option>
  </select>
)

function SameValue({ field, value, onChange }: { field: Field; value: string; onChange: (value: string) => void }) {
  const common = { label: labelOfField(field), value, onChoose: onChange }
  if (field !== 'sector') return <Input {...common} />
  return <Select {...common} none={t('form.choose')} choices={labelled(Object.values(Sector))} />
}

import {
  AddOperatorDocument,
  ExportedOperatorsDocument,
  OperatorDocument,
  type OperatorInput,
  OperatorOrderField,
  OperatorsDocument,
  type OperatorWholeFragment,
  UpdateOperatorDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { column, type FileColumn, textColumn } from '../components/columns.tsx'
import { InputForm } from '../components/input-form.tsx'
import { date, type FieldRows, longText, text, time } from '../components/record-fields.tsx'
import { Records, useList } from '../components/records.tsx'
import { countryName, day } from '../format.ts'
import { fieldName, t } from '../i18n/language.ts'

const rows = {
  name: text({ required: true }),
  services: longText({ required: true }),
  country: text({ required: true, initial: 'ZA' }),
  contact: text(),
  agreementReference: text(),
  agreementSignedOn: date({ isHalf: true }),
  agreementEndsOn: date({ isHalf: true }),
  safeguards: longText(),
  endedAt: time({ hasNoHint: true }),
} satisfies FieldRows<OperatorInput, object>

const agreementOf = ({ agreementReference, agreementEndsOn }: OperatorWholeFragment) => {
  if (!agreementReference) return <span class="badge bad">{t('privacy:operators.noAgreement')}</span>
  return agreementEndsOn
    ? t('privacy:operators.agreementUntil', { reference: agreementReference, day: day(agreementEndsOn) })
    : agreementReference
}

const stateOf = ({ endedAt }: OperatorWholeFragment) =>
  endedAt ? t('privacy:operators.ended', { day: day(endedAt) }) : t('privacy:operators.inUse')

const columns = (): FileColumn<OperatorWholeFragment>[] => [
  textColumn('name'),
  textColumn('services', { isRoomy: true }),
  column('country', t('privacy:operators.country'), ({ country }) => countryName(country), { isRoomy: true }),
  {
    id: 'agreement',
    title: t('privacy:operators.agreement'),
    order: OperatorOrderField.AGREEMENT_REFERENCE,
    show: agreementOf,
    cell: ({ agreementReference }) => agreementReference,
  },
  column('endedAt', fieldName('status'), stateOf, { isRoomy: true }),
]

async function readAgain(operator: OperatorWholeFragment): Promise<OperatorWholeFragment> {
  const { record } = await session.request(OperatorDocument, { id: operator.id })
  return 'name' in record ? record : operator
}

const save = (input: OperatorInput, seen: OperatorWholeFragment | undefined) => {
  const said = t('privacy:saved', { name: input.name })
  return seen
    ? session.save(UpdateOperatorDocument, { id: seen.id, input, expectedUpdatedAt: seen.updatedAt }, { said })
    : session.save(AddOperatorDocument, { input }, { said })
}

/** The companies that process personal information for the organization. */
export function Operators() {
  const mayWrite = session.may('org:privacy:write')
  return (
    <Records
      list="OPERATORS"
      words="privacy:operators"
      {...useList(OperatorsDocument, ExportedOperatorsDocument, OperatorOrderField)}
      mayWrite={mayWrite}
      columns={columns()}
      nameOf={({ name }) => name}
      form={({ row, onClose }) => (
        <InputForm<OperatorInput, OperatorWholeFragment>
          title={row ? t('editNamed', { name: row.name }) : t('privacy:operators.new')}
          draft={`operator ${row?.id ?? 'new'}`}
          rows={rows}
          record={row}
          read={row && (() => readAgain(row))}
          save={save}
          onClose={onClose}
        />
      )}
    />
  )
}

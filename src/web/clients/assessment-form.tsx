import { AssessClientDocument, type ClientAssessmentInput, type ClientWholeFragment } from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { choiceOf } from '../components/entered.ts'
import { SelectField } from '../components/fields.tsx'
import { InputForm } from '../components/input-form.tsx'
import { type FieldRow, longText, text } from '../components/record-fields.tsx'
import { notify } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'
import { CLEARANCES } from './client-form.tsx'

const CLASSIFICATIONS = ['PUBLIC', 'COMMERCIAL', 'CONFIDENTIAL']
const ANSWERS = ['yes', 'no'] as const

/** A choice instead of a checkbox: without an earlier assessment, nothing is chosen. */
const popiaCompliant: FieldRow<boolean> = {
  required: true,
  control: ({ record: _, value, ...props }) => (
    <SelectField
      {...props}
      choices={ANSWERS.map((answer) => ({ value: answer, label: t(answer) }))}
      value={value == null ? '' : value ? 'yes' : 'no'}
    />
  ),
  read: (entered, name) => choiceOf(entered, name, ANSWERS) === 'yes',
  show: (value) => t(value ? 'yes' : 'no'),
}

const fields = {
  popiaCompliant,
  securityClearance: text({ required: true, isHalf: true, choices: CLEARANCES }),
  dataClassification: text({ required: true, isHalf: true, choices: CLASSIFICATIONS }),
  note: longText({ hasNoHint: true }),
}

/** The findings of a compliance assessment. Afterwards they do not change with the client's sector. */
export function AssessmentForm({ client, onClose }: { client: ClientWholeFragment; onClose: () => void }) {
  const { id, name, compliance, effectiveClearance } = client
  const send = useSave()
  const save = async (input: ClientAssessmentInput) => {
    await send(AssessClientDocument, { id, input })
    notify(t('clients:assessment.done', { name }))
  }
  return (
    <InputForm<ClientAssessmentInput>
      title={t('clients:assessment.of', { name })}
      draft={`assessment ${id}`}
      rows={fields}
      record={{
        ...compliance,
        securityClearance: effectiveClearance,
        popiaCompliant: compliance.assessedAt && compliance.popiaCompliant,
      }}
      save={save}
      onClose={onClose}
    >
      <p class="quiet">{t('clients:assessment.consequence')}</p>
    </InputForm>
  )
}

import { AssessClientDocument, type ClientAssessmentInput, type ClientWholeFragment } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { choiceOf } from '../components/entered.ts'
import { SelectField } from '../components/fields.tsx'
import { FormButton } from '../components/input-form.tsx'
import { type FieldRow, longText, open } from '../components/record-fields.tsx'
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
  securityClearance: open(CLEARANCES, { required: true, isHalf: true }),
  dataClassification: open(CLASSIFICATIONS, { required: true, isHalf: true }),
  note: longText({ hasNoHint: true }),
}

/** The findings of a compliance assessment. Afterwards they do not change with the client's sector. */
export function Assessment({ client }: { client: ClientWholeFragment }) {
  const { id, name, compliance, effectiveClearance } = client
  return (
    <FormButton<ClientAssessmentInput>
      label={t('clients:assessment.open')}
      title={t('clients:assessment.of', { name })}
      draft={`assessment ${id}`}
      rows={fields}
      record={{
        ...compliance,
        securityClearance: effectiveClearance,
        popiaCompliant: compliance.assessedAt && compliance.popiaCompliant,
      }}
      save={(input) =>
        session.save(AssessClientDocument, { id, input }, { said: t('clients:assessment.done', { name }) })
      }
    >
      <p class="quiet">{t('clients:assessment.consequence')}</p>
    </FormButton>
  )
}

import { AssessClientDocument, type ClientWholeFragment } from '../api/generated.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { choiceOf, textOf } from '../components/entered.ts'
import { LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { notify } from '../components/toasts.tsx'
import { fieldName, t } from '../i18n/language.ts'
import { CLEARANCES } from './client-form.tsx'

const CLASSIFICATIONS = ['PUBLIC', 'COMMERCIAL', 'CONFIDENTIAL']

/** The findings of a compliance assessment. Afterwards they do not change with the client's sector. */
export function AssessmentForm({ client, onClose }: { client: ClientWholeFragment; onClose: () => void }) {
  const { id, name, compliance, effectiveClearance } = client
  const send = useSave()
  const save = async (entered: FormData) => {
    const input = {
      popiaCompliant: choiceOf(entered, 'popiaCompliant', ['yes', 'no'] as const) === 'yes',
      securityClearance: textOf(entered, 'securityClearance') ?? '',
      dataClassification: textOf(entered, 'dataClassification') ?? '',
      note: textOf(entered, 'note'),
    }
    await send(AssessClientDocument, { id, input })
    notify(t('clients:assessment.done', { name }))
    onClose()
  }
  return (
    <Dialog title={t('clients:assessment.of', { name })} onClose={onClose}>
      <Form draft={`assessment ${id}`} save={save} onCancel={onClose}>
        <p class="quiet">{t('clients:assessment.consequence')}</p>
        <SelectField
          name="popiaCompliant"
          label={t('clients:popia')}
          required
          none={t('form.choose')}
          choices={[
            { value: 'yes', label: t('yes') },
            { value: 'no', label: t('no') },
          ]}
          value={compliance.assessedAt ? (compliance.popiaCompliant ? 'yes' : 'no') : undefined}
        />
        <div class="pair">
          <TextField
            name="securityClearance"
            label={fieldName('securityClearance')}
            required
            value={effectiveClearance}
            choices={CLEARANCES}
          />
          <TextField
            name="dataClassification"
            label={t('clients:classification')}
            required
            value={compliance.dataClassification}
            choices={CLASSIFICATIONS}
          />
        </div>
        <LongTextField name="note" label={t('clients:note')} value={compliance.note ?? ''} />
      </Form>
    </Dialog>
  )
}

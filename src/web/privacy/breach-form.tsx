import {
  BreachDocument,
  type BreachInput,
  BreachSeverity,
  type BreachWholeFragment,
  ReportBreachDocument,
  UpdateBreachDocument,
} from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, choiceOf, textOf } from '../components/entered.ts'
import { LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { useRecord } from '../components/use-record.ts'
import { editableMoment, parseMoment } from '../format.ts'
import { label, t } from '../i18n/language.ts'

const SEVERITIES = Object.values(BreachSeverity)
const LONG = ['consequences', 'measures', 'recommendations'] as const

interface Props {
  breach: BreachWholeFragment | undefined
  onSaved: () => void
  onClose: () => void
}

export function BreachForm({ breach: given, onSaved, onClose }: Props) {
  const send = useSave()
  const { record: breach, reread } = useRecord(
    given,
    async () => given && (await session.request(BreachDocument, { id: given.id })).breach,
  )
  const save = async (entered: FormData) => {
    const input = inputOf(entered)
    if (breach) {
      const { id, updatedAt: expectedUpdatedAt } = breach
      await send(UpdateBreachDocument, { id, expectedUpdatedAt, input: changesOf(breach, input) })
    } else await send(ReportBreachDocument, { input: { ...input, discoveredAt: discoveredIn(entered) } })
    onSaved()
  }
  const title = breach ? t('editNamed', { name: breach.title }) : t('privacy:breaches.report')
  return (
    <Dialog title={title} onClose={onClose}>
      <Form draft={`breach ${breach?.id ?? 'new'}`} save={save} reread={reread} onCancel={onClose}>
        <TextField name="title" label={t('privacy:breaches.name')} required value={breach?.title} />
        <LongTextField
          name="description"
          label={t('privacy:breaches.description')}
          required
          value={breach?.description}
        />
        <div class="pair">
          <SelectField
            name="severity"
            label={t('enums:fields.severity')}
            required
            none={t('form.choose')}
            choices={SEVERITIES.map((value) => ({ value, label: label(value) }))}
            value={breach?.severity ?? BreachSeverity.HIGH}
          />
          {!breach && (
            <TextField
              name="discoveredAt"
              label={t('privacy:breaches.discovered')}
              hint={t('privacy:time')}
              type="datetime-local"
              required
              value={editableMoment(new Date().toISOString())}
            />
          )}
          <TextField
            name="affectedSubjects"
            label={t('privacy:breaches.affected')}
            inputMode="numeric"
            value={breach?.affectedSubjects === null ? '' : String(breach?.affectedSubjects ?? '')}
          />
        </div>
        <LongTextField
          name="dataCategories"
          label={t('privacy:breaches.categories')}
          hint={t('privacy:breaches.categoriesHint')}
          value={breach?.dataCategories.join('\n')}
        />
        {LONG.map((name) => (
          <LongTextField key={name} name={name} label={t(`privacy:breaches.${name}`)} value={breach?.[name] ?? ''} />
        ))}
        <TextField
          name="unauthorisedPerson"
          label={t('privacy:breaches.unauthorisedPerson')}
          value={breach?.unauthorisedPerson ?? ''}
        />
      </Form>
    </Dialog>
  )
}

const discoveredIn = (entered: FormData) => parseMoment(textOf(entered, 'discoveredAt') ?? '')

/** @throws RequestError */
function affectedIn(entered: FormData): number | null {
  const text = textOf(entered, 'affectedSubjects')
  if (text === null) return null
  if (/^\d{1,12}$/.test(text)) return Number(text)
  const fault = t('privacy:breaches.affectedFault')
  throw new RequestError('VALIDATION_ERROR', fault, { affectedSubjects: fault })
}

function inputOf(entered: FormData): Omit<BreachInput, 'discoveredAt'> {
  const text = (name: string) => textOf(entered, name)
  return {
    title: text('title') ?? '',
    description: text('description') ?? '',
    severity: choiceOf(entered, 'severity', SEVERITIES),
    affectedSubjects: affectedIn(entered),
    dataCategories:
      text('dataCategories')
        ?.split('\n')
        .map((each) => each.trim())
        .filter(Boolean) ?? [],
    consequences: text('consequences'),
    measures: text('measures'),
    recommendations: text('recommendations'),
    unauthorisedPerson: text('unauthorisedPerson'),
  }
}

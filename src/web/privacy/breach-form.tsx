import {
  BreachDocument,
  type BreachFilter,
  type BreachInput,
  BreachSeverity,
  type BreachWholeFragment,
  ReportBreachDocument,
  UpdateBreachDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { updateOf } from '../components/entered.ts'
import { InputForm } from '../components/input-form.tsx'
import { choice, type FieldRows, longText, number, text, texts, time } from '../components/record-fields.tsx'
import type { Editing } from '../components/records.tsx'
import { t } from '../i18n/language.ts'

type Details = Omit<BreachInput, 'discoveredAt' | 'assignedTo'>

/** The fields that a report sets and a change can change. */
export const fields = {
  title: text({ required: true, isApart: true }),
  description: longText({ required: true, isApart: true }),
  severity: choice(BreachSeverity, { required: true, initial: BreachSeverity.HIGH, isHalf: true, isFilter: true }),
  affectedSubjects: number({ isHalf: true }),
  dataCategories: texts(),
  consequences: longText(),
  measures: longText(),
  recommendations: longText(),
  unauthorisedPerson: text(),
} satisfies FieldRows<Details, BreachFilter>

/** A report says when the breach was discovered. Default: now. */
const ofReport = ({ title, description, ...others } = fields) => ({
  title,
  description,
  discoveredAt: { ...time({ required: true }), initial: new Date().toISOString() },
  ...others,
})

export const BreachForm = ({ row: breach, onClose }: Editing<BreachWholeFragment>) =>
  breach ? (
    <InputForm<Details, BreachWholeFragment>
      title={t('editNamed', { name: breach.title })}
      draft={`breach ${breach.id}`}
      rows={fields}
      record={breach}
      read={async () => (await session.request(BreachDocument, { id: breach.id })).record}
      save={(input, seen = breach) => session.save(UpdateBreachDocument, updateOf(seen, input))}
      onClose={onClose}
    />
  ) : (
    <InputForm<Details & Pick<BreachInput, 'discoveredAt'>>
      title={t('privacy:breaches.new')}
      draft="breach-new"
      rows={ofReport()}
      save={(input) => session.save(ReportBreachDocument, { input })}
      onClose={onClose}
    />
  )

import { type BulkChanges, ClientChoicesDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { textOf } from '../components/entered.ts'
import { centsOf } from '../components/entered-cents.ts'
import { SelectField, TextField } from '../components/fields.tsx'
import { parseMoment } from '../format.ts'
import { t } from '../i18n/language.ts'

/** What several campaigns can have in common; what is left empty stays as it is. */
export function BulkFields() {
  const { data } = useQuery(ClientChoicesDocument, {})
  const clients = data?.clients.nodes ?? []
  return (
    <>
      <p class="quiet">{t('campaigns:bulk.onlyFilled')}</p>
      <div class="pair">
        <SelectField
          name="clientId"
          label={t('campaigns:client')}
          none={t('campaigns:bulk.asItIs')}
          choices={clients.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField
          name="budgetCents"
          label={t('campaigns:budgetInRand')}
          hint={t('campaigns:budgetExample')}
          inputMode="decimal"
        />
      </div>
      <div class="pair">
        <TextField name="startsAt" label={t('campaigns:starts')} hint={t('campaigns:time')} type="datetime-local" />
        <TextField name="endsAt" label={t('campaigns:ends')} hint={t('campaigns:time')} type="datetime-local" />
      </div>
    </>
  )
}

/** @throws RequestError when an amount is none */
export function changesIn(entered: FormData): BulkChanges {
  const momentOf = (name: string) => {
    const local = textOf(entered, name)
    return local === null ? undefined : parseMoment(local)
  }
  return {
    clientId: textOf(entered, 'clientId') ?? undefined,
    budgetCents: centsOf(entered, 'budgetCents') ?? undefined,
    startsAt: momentOf('startsAt'),
    endsAt: momentOf('endsAt'),
  }
}

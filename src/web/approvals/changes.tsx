import type { ComponentChildren } from 'preact'
import { type CampaignPatch, type ChangeFragment, ClientNameDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { moment, rand } from '../format.ts'
import { label, t } from '../i18n/language.ts'

/** What of a record differs from what was approved last; null where nothing was. */
export function Changes({ changes }: { changes: readonly ChangeFragment[] | null }) {
  if (!changes) return <p class="quiet">{t('approvals:changes.first')}</p>
  if (changes.length === 0) return <p class="quiet">{t('approvals:changes.none')}</p>
  return (
    <table>
      <caption>{t('approvals:changes.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('approvals:changes.field')}</th>
          <th scope="col">{t('approvals:changes.before')}</th>
          <th scope="col">{t('approvals:changes.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{t(`approvals:fields.${field as keyof CampaignPatch}`, { defaultValue: label(field) })}</th>
            <td>{written(field, before)}</td>
            <td>{written(field, after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const NAMED = ['type', 'channel', 'channels', 'language']

/** A value as people write it. */
function written(field: string, value: unknown): ComponentChildren {
  if (Array.isArray(value) && value.length > 0)
    return value.map((each: unknown) => (NAMED.includes(field) ? label(String(each)) : String(each))).join(', ')
  if (value === null || value === '' || Array.isArray(value))
    return <span class="quiet">{t('approvals:changes.empty')}</span>
  if (field === 'budgetCents') return rand(Number(value))
  if (field === 'clientId') return <ClientName id={String(value)} />
  if (field.endsWith('At')) return moment(String(value))
  return NAMED.includes(field) ? label(String(value)) : String(value)
}

/** The client by its name; one that was deleted has none. */
function ClientName({ id }: { id: string }) {
  const { data, error } = useQuery(ClientNameDocument, { id }, { topics: ['clients'] })
  return <>{error ? t('approvals:changes.clientGone') : data?.client.name}</>
}

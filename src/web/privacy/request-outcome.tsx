import type { RequestWholeFragment } from '../api/generated.ts'
import { type Column, column, countColumn } from '../components/columns.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { RecordLink, useRecordNames } from '../components/record-names.tsx'
import { saveJson } from '../components/save-file.ts'
import { Table } from '../components/table.tsx'
import { label, resourceLabel, t } from '../i18n/language.ts'

interface Props {
  request: RequestWholeFragment
  outcome: NonNullable<RequestWholeFragment['outcome']>
}

const columns = (): Column<Props['outcome']['resources'][number]>[] => [
  column('resource', t('privacy:retention.resource'), ({ resource }) => resourceLabel(resource)),
  countColumn('found', { title: t('privacy:outcome.found') }),
  countColumn('deleted', { title: t('privacy:outcome.deleted') }),
  countColumn('rewritten', { title: t('privacy:outcome.rewritten') }),
]

/** The treated records, the records left and the reasons, and the certificate of an erasure. */
export function Outcome({ request: { id, certificate }, outcome }: Props) {
  const { resources, kept, consentsWithdrawn, left } = outcome
  const names = useRecordNames(left?.map(({ rowId }) => rowId) ?? [])
  return (
    <Panel
      title={t('privacy:outcome.title')}
      aside={
        certificate && (
          <button type="button" onClick={() => saveJson(`erasure-certificate-${id}.json`, certificate)}>
            {t('privacy:outcome.certificate')}
          </button>
        )
      }
    >
      <Table rows={resources.map((row) => ({ ...row, id: row.resource }))} columns={columns()} />
      <Facts
        facts={[
          [t('privacy:outcome.consents'), consentsWithdrawn],
          ...kept.map(
            ({ resource, reason, cause }) =>
              [t('privacy:outcome.kept', { resource: resourceLabel(resource) }), reasonText(reason, cause)] as const,
          ),
        ]}
      />
      {left && left.length > 0 && (
        <>
          <h3>{t('privacy:outcome.left')}</h3>
          <ul>
            {left.map(({ resource, rowId, standing, reason, cause }) => (
              <li key={`${resource} ${rowId}`}>
                {resourceLabel(resource)} <RecordLink id={rowId} names={names} />: {label(standing)}
                {reason && `, ${reasonText(reason, cause)}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

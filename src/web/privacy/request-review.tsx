import { useState } from 'preact/hooks'
import {
  RequestPreviewDocument,
  type RequestPreviewQuery,
  ReviewRequestDocument,
  SubjectReviewVerdict,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { FormButton } from '../components/input-form.tsx'
import { Empty, Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { longText } from '../components/record-fields.tsx'
import { RecordLink, type RecordNames, recordNames } from '../components/record-names.tsx'
import { label, resourceLabel, t } from '../i18n/language.ts'

type Preview = NonNullable<RequestPreviewQuery['preview']>
type Row = Preview['rows'][number]

/**
 * Each record that holds or may hold the person's data, with its treatment. The preview is expensive, so the user must
 * request it.
 */
export function Review({ id }: { id: string }) {
  const [shown, setShown] = useState<{ preview: Preview; names: RecordNames }>()
  const look = async () => {
    const { preview } = await session.request(RequestPreviewDocument, { id })
    setShown({ preview, names: await recordNames(preview.rows.map(({ rowId }) => rowId)) })
  }
  return (
    <Panel title={t('privacy:review.title')} aside={<ActionButton run={look} label={t('privacy:review.look')} />}>
      {shown ? <Rows id={id} {...shown} onReviewed={look} /> : <Empty>{t('privacy:review.nothingYet')}</Empty>}
    </Panel>
  )
}

interface RowsProps {
  id: string
  preview: Preview
  names: RecordNames
  onReviewed: () => Promise<void>
}

function Rows({ id, preview, names, onReviewed }: RowsProps) {
  const { treated, toReview, rows, truncated } = preview
  return (
    <>
      <p role="status">{t('privacy:review.summary', { treated, toReview })}</p>
      {truncated.length > 0 && (
        <p>{t('privacy:review.truncated', { resources: truncated.map(resourceLabel).join(', ') })}</p>
      )}
      <ul class="blocks">
        {rows.map((row) => (
          <li key={`${row.resource} ${row.rowId}`}>
            <Record id={id} row={row} names={names} onReviewed={onReviewed} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface RecordProps {
  id: string
  row: Row
  names: RecordNames
  onReviewed: () => Promise<void>
}

function Record({ id, row, names, onReviewed }: RecordProps) {
  const { resource, rowId, standing, reason, cause, fields } = row
  return (
    <>
      <p>
        <strong>{resourceLabel(resource)}</strong> <RecordLink id={rowId} names={names} />
      </p>
      <p>
        {label(standing)}
        {reason && `: ${reasonText(reason, cause)}`}
      </p>
      <table>
        <tbody>
          {fields.map(({ path, value, ground, isTreated }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td>{value}</td>
              <td class="roomy">{label(ground)}</td>
              <td class="whole">{isTreated ? t('privacy:review.treated') : t('privacy:review.left')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="actions">
        {Object.values(SubjectReviewVerdict).map((each) => (
          <Verdict
            key={each}
            id={id}
            row={row}
            name={names.get(rowId)?.name ?? rowId}
            verdict={each}
            onReviewed={onReviewed}
          />
        ))}
      </div>
    </>
  )
}

interface VerdictProps {
  id: string
  row: Row
  name: string
  verdict: SubjectReviewVerdict
  onReviewed: () => Promise<void>
}

function Verdict({ id, row: { resource, rowId }, name, verdict, onReviewed }: VerdictProps) {
  const save = async ({ reason }: { reason: string }) => {
    await session.save(ReviewRequestDocument, { id, input: { rows: [{ resource, rowId, verdict, reason }] } })
    await onReviewed()
  }
  return (
    <FormButton<{ reason: string }>
      isOfRow
      label={label(verdict)}
      title={`${label(verdict)}: ${resourceLabel(resource)} ${name}`}
      draft={`${verdict} ${id} ${rowId}`}
      rows={{ reason: longText({ required: true }) }}
      save={save}
    />
  )
}

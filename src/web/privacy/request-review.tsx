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
import { label, t } from '../i18n/language.ts'

type Preview = NonNullable<RequestPreviewQuery['preview']>
type Row = Preview['rows'][number]

/**
 * Each record that holds or may hold the person's data, with its treatment. The preview is expensive, so the user must
 * request it.
 */
export function Review({ id }: { id: string }) {
  const [preview, setPreview] = useState<Preview>()
  const look = async () => setPreview((await session.request(RequestPreviewDocument, { id })).preview)
  return (
    <Panel title={t('privacy:review.title')} aside={<ActionButton run={look} label={t('privacy:review.look')} />}>
      {preview ? <Rows id={id} preview={preview} onReviewed={look} /> : <Empty>{t('privacy:review.nothingYet')}</Empty>}
    </Panel>
  )
}

function Rows({ id, preview, onReviewed }: { id: string; preview: Preview; onReviewed: () => Promise<void> }) {
  const { treated, toReview, rows, truncated } = preview
  return (
    <>
      <p role="status">{t('privacy:review.summary', { treated, toReview })}</p>
      {truncated.length > 0 && <p>{t('privacy:review.truncated', { resources: truncated.map(label).join(', ') })}</p>}
      <ul class="blocks">
        {rows.map((row) => (
          <li key={`${row.resource} ${row.rowId}`}>
            <Record id={id} row={row} onReviewed={onReviewed} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Record({ id, row, onReviewed }: { id: string; row: Row; onReviewed: () => Promise<void> }) {
  const { resource, rowId, standing, reason, cause, fields } = row
  return (
    <>
      <p>
        <strong>{label(resource)}</strong> <span class="quiet">{rowId}</span>
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
          <Verdict key={each} id={id} row={row} verdict={each} onReviewed={onReviewed} />
        ))}
      </div>
    </>
  )
}

interface VerdictProps {
  id: string
  row: Row
  verdict: SubjectReviewVerdict
  onReviewed: () => Promise<void>
}

function Verdict({ id, row: { resource, rowId }, verdict, onReviewed }: VerdictProps) {
  const save = async ({ reason }: { reason: string }) => {
    await session.save(ReviewRequestDocument, { id, input: { rows: [{ resource, rowId, verdict, reason }] } })
    await onReviewed()
  }
  return (
    <FormButton<{ reason: string }>
      isOfRow
      label={label(verdict)}
      title={`${label(verdict)}: ${label(resource)} ${rowId}`}
      draft={`${verdict} ${id} ${rowId}`}
      rows={{ reason: longText({ required: true }) }}
      save={save}
    />
  )
}

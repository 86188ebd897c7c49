import { useState } from 'preact/hooks'
import {
  RequestPreviewDocument,
  type RequestPreviewQuery,
  ReviewRequestDocument,
  type RowReviewInput,
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

interface Shown {
  preview: Preview
  names: RecordNames
}

/**
 * Each record that holds or may hold the person's data, with its treatment. The preview is expensive, so the user must
 * request it.
 */
export function Review({ id }: { id: string }) {
  const [shown, setShown] = useState<Shown>()
  const look = async () => {
    const { preview } = await session.request(RequestPreviewDocument, { id })
    setShown({ preview, names: await recordNames(preview.rows.map(({ rowId }) => rowId)) })
  }
  const review = async (row: RowReviewInput) => {
    await session.save(ReviewRequestDocument, { id, input: { rows: [row] } })
    await look()
  }
  return (
    <Panel title={t('privacy:review.title')} aside={<ActionButton run={look} label={t('privacy:review.look')} />}>
      {shown ? <Rows id={id} {...shown} review={review} /> : <Empty>{t('privacy:review.nothingYet')}</Empty>}
    </Panel>
  )
}

interface ReviewProps extends Pick<Shown, 'names'> {
  id: string
  review: (row: RowReviewInput) => Promise<void>
}

function Rows({ preview: { treated, toReview, rows, truncated }, ...props }: ReviewProps & Shown) {
  return (
    <>
      <p role="status">{t('privacy:review.summary', { treated, toReview })}</p>
      {truncated.length > 0 && (
        <p>{t('privacy:review.truncated', { resources: truncated.map(resourceLabel).join(', ') })}</p>
      )}
      <ul class="blocks">
        {rows.map((row) => (
          <li key={`${row.resource} ${row.rowId}`}>
            <Record {...props} row={row} />
          </li>
        ))}
      </ul>
    </>
  )
}

const REASON = { reason: longText({ required: true }) }

function Record({
  id,
  row: { resource, rowId, standing, reason, cause, fields },
  names,
  review,
}: ReviewProps & { row: Row }) {
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
        {Object.values(SubjectReviewVerdict).map((verdict) => (
          <FormButton<Pick<RowReviewInput, 'reason'>>
            key={verdict}
            isOfRow
            label={label(verdict)}
            title={`${label(verdict)}: ${resourceLabel(resource)} ${names.get(rowId)?.name ?? rowId}`}
            draft={`${verdict} ${id} ${rowId}`}
            rows={REASON}
            save={({ reason: given }) => review({ resource, rowId, verdict, reason: given })}
          />
        ))}
      </div>
    </>
  )
}

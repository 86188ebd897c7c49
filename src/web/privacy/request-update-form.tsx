import {
  DataSubjectRequestAction,
  DataSubjectRequestProgress,
  DataSubjectRequestType,
  RequestDocument,
  UpdateRequestDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { textOf } from '../components/entered.ts'
import { LongTextField, SelectField } from '../components/fields.tsx'
import { idOf, type Named } from '../components/held-record.ts'
import { findPeople, findRequestsBut } from '../components/record-choices.ts'
import { RecordField } from '../components/record-field.tsx'
import { useRecord } from '../components/use-record.ts'
import { label, t } from '../i18n/language.ts'
import { CorrectionFields, correctionIn } from './correction-fields.tsx'
import { ActionForm, type ActionProps } from './request-action-forms.tsx'

/** The ends of a request without a decision. */
const ENDS = [DataSubjectRequestProgress.WITHDRAWN, DataSubjectRequestProgress.DUPLICATE]

/** Assigns a request, changes its details, or ends it without a decision. */
export function RequestUpdateForm(props: ActionProps) {
  const save = useSave()
  const { record: request, reread } = useRecord(
    props.request,
    async () => (await session.request(RequestDocument, { id: props.request.id })).request,
  )
  const isCorrectable = request.type === DataSubjectRequestType.CORRECTION && !request.decision
  const send = (entered: FormData) =>
    save(UpdateRequestDocument, {
      id: request.id,
      expectedUpdatedAt: request.updatedAt,
      input: {
        ...(entered.has('assignedTo') && { assignedTo: idOf(entered, 'assignedTo') ?? '' }),
        details: textOf(entered, 'details'),
        ...(isCorrectable && { correction: correctionIn(entered) }),
        status: ENDS.find((each) => each === textOf(entered, 'status')),
        duplicateOfId: idOf(entered, 'duplicateOfId') ?? undefined,
      },
    })
  return (
    <ActionForm {...props} action={DataSubjectRequestAction.UPDATE} send={send} reread={reread}>
      {session.may('org:team:read') && (
        <RecordField
          name="assignedTo"
          label={t('privacy:assignee')}
          find={findPeople}
          none={t('privacy:nobody')}
          value={namedAs(request.assignedTo, request.assignee?.name)}
        />
      )}
      <LongTextField name="details" label={t('privacy:requests.details')} value={request.details ?? ''} />
      {isCorrectable && <CorrectionFields correction={request.correction} />}
      <div class="pair">
        <SelectField
          name="status"
          label={t('privacy:requests.end')}
          none={t('privacy:requests.noEnd')}
          choices={ENDS.map((value) => ({ value, label: label(value) }))}
        />
        <RecordField
          name="duplicateOfId"
          label={t('privacy:requests.duplicateOf')}
          find={findRequestsBut(request.id)}
          none={t('privacy:requests.noDuplicate')}
          value={namedAs(request.duplicateOfId, undefined)}
        />
      </div>
    </ActionForm>
  )
}

/** A record whose name may be unknown. */
const namedAs = (id: string | null, name: string | undefined): Named | undefined =>
  id === null ? undefined : { id, name: name ?? id }

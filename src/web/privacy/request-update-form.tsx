import {
  DataSubjectRequestAction,
  DataSubjectRequestProgress,
  DataSubjectRequestType,
  PrivacyTeamDocument,
  RequestDocument,
  UpdateRequestDocument,
} from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { textOf } from '../components/entered.ts'
import { LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { useRecord } from '../components/use-record.ts'
import { label, t } from '../i18n/language.ts'
import { CorrectionFields, correctionIn } from './correction-fields.tsx'
import { ActionForm, type ActionProps } from './request-action-forms.tsx'

/** The ends of a request without a decision. */
const ENDS = [DataSubjectRequestProgress.WITHDRAWN, DataSubjectRequestProgress.DUPLICATE]

/** Assigns a request, changes its details, or ends it without a decision. */
export function RequestUpdateForm(props: ActionProps) {
  const session = useSession()
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
        ...(entered.has('assignedTo') && { assignedTo: textOf(entered, 'assignedTo') ?? '' }),
        details: textOf(entered, 'details'),
        ...(isCorrectable && { correction: correctionIn(entered) }),
        status: ENDS.find((each) => each === textOf(entered, 'status')),
        duplicateOfId: textOf(entered, 'duplicateOfId') ?? undefined,
      },
    })
  return (
    <ActionForm {...props} action={DataSubjectRequestAction.UPDATE} send={send} reread={reread}>
      {session.may('org:team:read') && <AssigneeField value={request.assignedTo ?? ''} />}
      <LongTextField name="details" label={t('privacy:requests.details')} value={request.details ?? ''} />
      {isCorrectable && <CorrectionFields correction={request.correction} />}
      <div class="pair">
        <SelectField
          name="status"
          label={t('privacy:requests.end')}
          none={t('privacy:requests.noEnd')}
          choices={ENDS.map((value) => ({ value, label: label(value) }))}
        />
        <TextField
          name="duplicateOfId"
          label={t('privacy:requests.duplicateOf')}
          hint={t('privacy:requests.duplicateHint')}
          value={request.duplicateOfId ?? ''}
        />
      </div>
    </ActionForm>
  )
}

function AssigneeField({ value }: { value: string }) {
  const { data } = useQuery(PrivacyTeamDocument, {})
  if (!data) return null
  return (
    <SelectField
      name="assignedTo"
      label={t('privacy:assignee')}
      none={t('privacy:nobody')}
      choices={data.teamMembers.nodes.flatMap(({ userId, name }) => (userId ? [{ value: userId, label: name }] : []))}
      value={value}
    />
  )
}

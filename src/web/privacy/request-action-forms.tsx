import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import {
  CompleteRequestDocument,
  DataSubjectDecision,
  DataSubjectRequestAction,
  DataSubjectRequestType,
  DecideRequestDocument,
  EndGraceDocument,
  ExtendRequestDocument,
  RequestPreviewDocument,
  type RequestWholeFragment,
  UndoCompletionDocument,
  UpdateRequestDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../components/dialog.tsx'
import { choiceOf, textOf } from '../components/entered.ts'
import { ChoicesField, LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { Loaded } from '../components/panel.tsx'
import { notify } from '../components/toasts.tsx'
import type { Reread } from '../components/use-conflicts.ts'
import { fieldName, label, t } from '../i18n/language.ts'

export interface ActionProps {
  request: RequestWholeFragment
  /** The title of the request. */
  title: string
  /** Receives the last notice, if it was not mailed and an erasure has deleted its address. */
  onLastNotice: (notice: Notice) => void
  onClose: () => void
}

export type Notice = RequestWholeFragment['notice']

/**
 * Whether an erasure deletes the only address for a notice that the service does not mail. A notice is mailed if the
 * decision was mailed.
 */
const isNoticeLost = ({ type, noticeDelivery }: RequestWholeFragment) =>
  type === DataSubjectRequestType.DELETION && noticeDelivery === null

interface FrameProps extends ActionProps {
  action: DataSubjectRequestAction
  send: (entered: FormData) => Promise<{ changed: RequestWholeFragment }>
  /** Reads the displayed values again. Set if somebody else may change them. */
  reread?: Reread
  children: ComponentChildren
}

/** A form with the inputs of an action. It shows the result. */
export function ActionForm({ request, title, action, send, reread, onLastNotice, onClose, children }: FrameProps) {
  const save = async (entered: FormData) => {
    const { changed } = await send(entered)
    notify(t('privacy:requests.now', { title, status: label(changed.status) }))
    if (changed.outcome && isNoticeLost(changed)) onLastNotice(changed.notice)
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        draft={`${action} ${request.id}`}
        save={save}
        {...(reread && { reread })}
        action={label(action)}
        onCancel={onClose}
      >
        {children}
      </Form>
    </Dialog>
  )
}

export function IdentityForm(props: ActionProps) {
  const save = useSave()
  const { id } = props.request
  const send = (entered: FormData) => {
    const identityProof = { method: textOf(entered, 'method') ?? '', reference: textOf(entered, 'reference') }
    return save(UpdateRequestDocument, { id, input: { identityProof } })
  }
  return (
    <ActionForm {...props} action={DataSubjectRequestAction.VERIFY_IDENTITY} send={send}>
      <TextField name="method" label={t('privacy:requests.method')} hint={t('privacy:requests.methodHint')} required />
      <TextField name="reference" label={fieldName('reference')} />
    </ActionForm>
  )
}

const DECISIONS = Object.values(DataSubjectDecision)

/** A partial approval grants only the selected kinds of records. */
export function DecideForm(props: ActionProps) {
  const save = useSave()
  const [isPartial, setPartial] = useState(false)
  const { id } = props.request
  const send = (entered: FormData) => {
    const decision = choiceOf(entered, 'decision', DECISIONS)
    const resources = entered.getAll('resources').map(String)
    const granted =
      decision === DataSubjectDecision.PARTIALLY_APPROVED && resources.length > 0 ? { resources } : undefined
    return save(DecideRequestDocument, { id, input: { decision, reasons: textOf(entered, 'reasons'), granted } })
  }
  const watch = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement && target.name === 'decision')
      setPartial(target.value === DataSubjectDecision.PARTIALLY_APPROVED)
  }
  return (
    <ActionForm {...props} action={DataSubjectRequestAction.DECIDE} send={send}>
      <div onInput={watch}>
        <SelectField
          name="decision"
          label={t('privacy:requests.decision')}
          required
          none={t('form.choose')}
          choices={DECISIONS.map((value) => ({ value, label: label(value) }))}
        />
      </div>
      <LongTextField name="reasons" label={t('privacy:requests.reasons')} hint={t('privacy:requests.reasonsHint')} />
      {isPartial && <GrantField id={id} />}
    </ActionForm>
  )
}

/** The kinds of records that the request is about. The preview is expensive, so only a partial approval reads it. */
function GrantField({ id }: { id: string }) {
  const query = useQuery(RequestPreviewDocument, { id })
  return (
    <Loaded query={query}>
      {({ preview }) => (
        <ChoicesField
          name="resources"
          label={t('privacy:requests.granted')}
          hint={t('privacy:requests.grantedHint')}
          choices={[...new Set(preview.rows.map(({ resource }) => resource))].map((value) => ({
            value,
            label: label(value),
          }))}
        />
      )}
    </Loaded>
  )
}

export function ExtendForm(props: ActionProps) {
  const save = useSave()
  const { id } = props.request
  const send = (entered: FormData) =>
    save(ExtendRequestDocument, {
      id,
      input: { reasons: textOf(entered, 'reasons') ?? '', days: Number(textOf(entered, 'days') ?? 30) },
    })
  return (
    <ActionForm {...props} action={DataSubjectRequestAction.EXTEND} send={send}>
      <TextField name="days" label={t('privacy:requests.extension')} inputMode="numeric" required value="30" />
      <LongTextField name="reasons" label={t('privacy:requests.extensionReasons')} required />
    </ActionForm>
  )
}

const consequenceOf = (type: DataSubjectRequestType) =>
  type === DataSubjectRequestType.DELETION || type === DataSubjectRequestType.CORRECTION
    ? t('privacy:requests.consequenceOfChange')
    : t('privacy:requests.consequence')

/** Warns before an erasure that deletes the address of a person who must still be notified. */
function LostNotice({ request, isNow }: { request: RequestWholeFragment; isNow: boolean }) {
  if (!isNoticeLost(request)) return null
  return (
    <div class="changed-elsewhere">
      <p>{t('privacy:requests.lost', { to: request.notice.to ?? request.subject.name })}</p>
      <p>{t(isNow ? 'privacy:requests.lostNow' : 'privacy:requests.lostLater')}</p>
    </div>
  )
}

export function CompleteForm(props: ActionProps) {
  const save = useSave()
  const { id, type } = props.request
  const isOfChange = type === DataSubjectRequestType.DELETION || type === DataSubjectRequestType.CORRECTION
  const send = (entered: FormData) =>
    save(CompleteRequestDocument, { id, input: { reason: textOf(entered, 'reason') } })
  return (
    <ActionForm {...props} action={DataSubjectRequestAction.COMPLETE} send={send}>
      <p>{consequenceOf(type)}</p>
      <LostNotice request={props.request} isNow={false} />
      {isOfChange && session.may('org:provider:write') && (
        <LongTextField name="reason" label={t('privacy:requests.atOnce')} hint={t('privacy:requests.atOnceHint')} />
      )}
    </ActionForm>
  )
}

export function UndoForm(props: ActionProps) {
  const save = useSave()
  const { id } = props.request
  const send = (entered: FormData) =>
    save(UndoCompletionDocument, { id, input: { reason: textOf(entered, 'reason') ?? '' } })
  return (
    <ActionForm {...props} action={DataSubjectRequestAction.UNDO} send={send}>
      <LongTextField name="reason" label={t('privacy:reason')} required />
    </ActionForm>
  )
}

export function EndGraceForm(props: ActionProps) {
  const save = useSave()
  const { id } = props.request
  const send = (entered: FormData) => save(EndGraceDocument, { id, input: { reason: textOf(entered, 'reason') ?? '' } })
  return (
    <ActionForm {...props} action={DataSubjectRequestAction.END_GRACE} send={send}>
      <p>{t('privacy:requests.consequenceNow')}</p>
      <LostNotice request={props.request} isNow />
      <LongTextField name="reason" label={t('privacy:reason')} required />
    </ActionForm>
  )
}

import type { ComponentChildren } from 'preact'
import {
  CompleteRequestDocument,
  type CompletionInput,
  DataSubjectDecision,
  type DataSubjectRequestAction,
  type DataSubjectRequestPatch,
  DataSubjectRequestProgress,
  DataSubjectRequestType,
  DecideRequestDocument,
  type DecisionInput,
  EndGraceDocument,
  ExtendRequestDocument,
  type ExtensionInput,
  type IdentityProofInput,
  type ReasonInput,
  RequestDocument,
  RequestPreviewDocument,
  type RequestWholeFragment,
  UndoCompletionDocument,
  UpdateRequestDocument,
} from '../api/generated.ts'
import type { Document } from '../api/request.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { ChoicesField } from '../components/fields.tsx'
import { InputForm } from '../components/input-form.tsx'
import { Loaded } from '../components/panel.tsx'
import { findPeople, findRequestsBut } from '../components/record-choices.ts'
import { choice, type FieldRow, group, longText, number, reference, text } from '../components/record-fields.tsx'
import { reveal } from '../components/secret.tsx'
import { notify } from '../components/toasts.tsx'
import { useEntered } from '../components/use-entered.ts'
import { label, t } from '../i18n/language.ts'
import { correction, titleOf } from './request-form.tsx'

export interface ActionProps {
  request: RequestWholeFragment
  action: DataSubjectRequestAction
  onClose: () => void
}

/**
 * Whether an erasure deletes the only address for a notice that the service does not mail. A notice is mailed if the
 * decision was mailed.
 */
const isNoticeLost = ({ type, noticeDelivery }: RequestWholeFragment) =>
  type === DataSubjectRequestType.DELETION && noticeDelivery === null

type Rows<Input> = Readonly<Record<keyof Input, unknown>>

interface FrameProps<Input, Row> extends ActionProps {
  rows: Rows<Input>
  record?: Row
  read?: () => Promise<Row>
  send: (input: Input, record: Row | undefined) => Promise<{ changed: RequestWholeFragment }>
  children?: ComponentChildren
}

/** Shows the last notice of a request. It was not mailed, and an erasure has deleted its address. */
const revealNotice = ({ to, text }: RequestWholeFragment['notice'], { subject }: RequestWholeFragment): void =>
  reveal({
    title: t('privacy:requests.noticeFor', { to: to ?? subject.name }),
    name: t('privacy:requests.notice'),
    value: text,
    isLetter: true,
  })

/** A form with the inputs of an action. It shows the result. */
function ActionForm<Input, Row extends object = object>(props: FrameProps<Input, Row>) {
  const { request, action, send, ...form } = props
  const title = titleOf(request)
  const save = async (input: Input, record: Row | undefined) => {
    const { changed } = await send(input, record)
    notify(t('privacy:requests.now', { title, status: label(changed.status) }))
    if (changed.outcome && isNoticeLost(changed)) revealNotice(changed.notice, request)
  }
  return (
    <InputForm<Input, Row>
      {...form}
      title={title}
      draft={`${action} ${request.id}`}
      action={label(action)}
      save={save}
    />
  )
}

type ActionDocument<Input> = Document<{ changed: RequestWholeFragment }, { id: string; input: Input }>

/** The form of an action whose document takes the input as it is. */
const formOf = <Input,>(
  document: ActionDocument<Input>,
  rowsOf: (request: RequestWholeFragment) => Rows<Input>,
  aboutOf?: (request: RequestWholeFragment) => ComponentChildren,
) =>
  function Action(props: ActionProps) {
    const { request } = props
    return (
      <ActionForm<Input>
        {...props}
        rows={rowsOf(request)}
        send={(input) => session.save(document, { id: request.id, input })}
      >
        {aboutOf?.(request)}
      </ActionForm>
    )
  }

const IDENTITY = {
  identityProof: group<IdentityProofInput>({
    method: text({ required: true, word: 'identityMethod' }),
    reference: text(),
  }),
}

export const IdentityForm = formOf<Pick<DataSubjectRequestPatch, 'identityProof'>>(
  UpdateRequestDocument,
  () => IDENTITY,
)

const ENDS = { WITHDRAWN: DataSubjectRequestProgress.WITHDRAWN, DUPLICATE: DataSubjectRequestProgress.DUPLICATE }

const updateRows = ({ id, type, decision }: RequestWholeFragment) => ({
  ...(session.may('org:team:read') && {
    assignedTo: reference(
      {
        find: findPeople,
        nameIn: ({ assignee, assignedTo }) => (assignee as { name: string } | null)?.name ?? String(assignedTo),
        show: (userId) => userId,
      },
      {},
    ),
  }),
  details: longText(),
  ...(type === DataSubjectRequestType.CORRECTION && !decision && { correction }),
  status: choice(ENDS, { word: 'end', isHalf: true }),
  duplicateOfId: reference(
    { find: findRequestsBut(id), nameIn: ({ duplicateOfId }) => String(duplicateOfId), show: (other) => other },
    { isHalf: true },
  ),
})

type Update = Omit<DataSubjectRequestPatch, 'identityProof'>

/** The values of the form. The present status is not one of those that a request can be given. */
const valuesOf = (request: RequestWholeFragment) => ({ ...request, status: null })

/** Assigns a request, changes its details, or ends it without a decision. */
export function UpdateForm(props: ActionProps) {
  const { id } = props.request
  return (
    <ActionForm<Update, ReturnType<typeof valuesOf>>
      {...props}
      rows={updateRows(props.request) as Record<keyof Update, unknown>}
      record={valuesOf(props.request)}
      read={async () => valuesOf((await session.request(RequestDocument, { id })).record)}
      send={({ assignedTo, ...input }, seen) =>
        session.save(UpdateRequestDocument, {
          id,
          expectedUpdatedAt: seen?.updatedAt,
          input: { ...input, ...(assignedTo !== undefined && { assignedTo: assignedTo ?? '' }) },
        })
      }
    />
  )
}

const DECISION = {
  decision: choice(DataSubjectDecision, { required: true }),
  reasons: longText(),
}

/** The kinds of records that the request is about. The preview is expensive, so only a partial approval reads it. */
const GrantField = ({ id, name, title, hint }: { id: string; name: string; title: string; hint: string }) => (
  <Loaded query={useQuery(RequestPreviewDocument, { id })}>
    {({ preview }) => (
      <ChoicesField
        name={name}
        label={title}
        hint={hint}
        choices={[...new Set(preview.rows.map(({ resource }) => resource))].map((value) => ({
          value,
          label: label(value),
        }))}
      />
    )}
  </Loaded>
)

const grantOf = (id: string): FieldRow<NonNullable<DecisionInput['granted']>> => ({
  control: ({ name, label: title, hint = '' }) => <GrantField id={id} name={name} title={title} hint={hint} />,
  read: (entered, name) => {
    const resources = entered.getAll(name).map(String)
    return resources.length > 0 ? { resources } : null
  },
  show: ({ resources = [] }) => (resources ?? []).map(label).join(', '),
})

/** A partial approval grants only the selected kinds of records. */
export function DecideForm(props: ActionProps) {
  const { value, watch } = useEntered('decision')
  const { id } = props.request
  const isPartial = value === DataSubjectDecision.PARTIALLY_APPROVED
  return (
    <div onInput={watch}>
      <ActionForm<Omit<DecisionInput, 'granted'>>
        {...props}
        rows={{ ...DECISION, ...(isPartial && { granted: grantOf(id) }) }}
        send={(input) => session.save(DecideRequestDocument, { id, input })}
      />
    </div>
  )
}

const EXTENSION = {
  days: { ...number({ required: true, word: 'extensionDays' }), initial: 30 },
  reasons: longText({ required: true, word: 'extensionReasons' }),
}

export const ExtendForm = formOf<ExtensionInput>(ExtendRequestDocument, () => EXTENSION)

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

const AT_ONCE = { reason: longText({ word: 'atOnce' }) }

const isOfChange = ({ type }: RequestWholeFragment) =>
  type === DataSubjectRequestType.DELETION || type === DataSubjectRequestType.CORRECTION

export const CompleteForm = formOf<CompletionInput>(
  CompleteRequestDocument,
  (request) => (isOfChange(request) && session.may('org:provider:write') ? AT_ONCE : {}) as typeof AT_ONCE,
  (request) => (
    <>
      <p>{t(isOfChange(request) ? 'privacy:requests.consequenceOfChange' : 'privacy:requests.consequence')}</p>
      <LostNotice request={request} isNow={false} />
    </>
  ),
)

const REASON = { reason: longText({ required: true }) }

export const UndoForm = formOf<ReasonInput>(UndoCompletionDocument, () => REASON)

export const EndGraceForm = formOf<ReasonInput>(
  EndGraceDocument,
  () => REASON,
  (request) => (
    <>
      <p>{t('privacy:requests.consequenceNow')}</p>
      <LostNotice request={request} isNow />
    </>
  ),
)

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import {
  ConsentChannel,
  ContactPurpose,
  ExportedSuppressionsDocument,
  SavedViewList,
  SuppressContactDocument,
  SuppressionCause,
  type SuppressionInput,
  SuppressionOrderField,
  type SuppressionRowFragment,
  SuppressionsDocument,
  WithdrawSuppressionDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import type { FileColumn } from '../components/columns.tsx'
import { FormButton, InputForm } from '../components/input-form.tsx'
import { pageOf } from '../components/list.tsx'
import { address, choice, group, longText } from '../components/record-fields.tsx'
import { RecordLink, type RecordNames, recordNames } from '../components/record-names.tsx'
import { Records, useList } from '../components/records.tsx'
import { attempt } from '../components/toasts.tsx'
import { moment } from '../format.ts'
import { fieldName, label, resourceLabel, t } from '../i18n/language.ts'

const rows = {
  contact: group(address),
  cause: choice(SuppressionCause, { required: true, initial: SuppressionCause.OPT_OUT }),
  purpose: choice(ContactPurpose, { isHalf: true, hasNoHint: true }),
  channel: choice(ConsentChannel, { isHalf: true, hasNoHint: true }),
  note: longText(),
}

/** The server keeps no address of a suppressed person, so the time and the cause name a row. */
const nameOf = ({ cause, createdAt }: SuppressionRowFragment) => `${label(cause)}, ${moment(createdAt)}`

const scopeOf = ({ purpose, channel }: SuppressionRowFragment) =>
  [
    purpose ? label(purpose) : t('privacy:contacts.everyPurpose'),
    channel ? label(channel) : t('privacy:contacts.everyChannel'),
  ].join(', ')

const stateOf = ({ withdrawnAt, withdrawalReason }: SuppressionRowFragment) =>
  withdrawnAt
    ? t('privacy:contacts.withdrawn', { time: moment(withdrawnAt), reason: withdrawalReason })
    : t('privacy:contacts.inForce')

/** A note that the service wrote: its cause, and the id of the record. */
const CAUSED = /^(Message|Cleansing|Data-subject request) ([0-9a-f-]{36})$/
const CAUSES = { Message: 'MESSAGE', Cleansing: 'REGISTRY_CLEANSING', 'Data-subject request': 'DATA_SUBJECT_REQUEST' }

const causeIn = (note: string | null) => {
  const [, cause, id] = CAUSED.exec(note ?? '') ?? []
  return cause && id ? [{ type: CAUSES[cause as keyof typeof CAUSES], id }] : []
}

/** The cause with the name of its record, if the caller may read it. */
function noteOf(note: string | null, names: RecordNames): ComponentChildren {
  const [cause] = causeIn(note)
  return cause && names.has(cause.id) ? (
    <>
      {resourceLabel(cause.type)}: <RecordLink id={cause.id} names={names} />
    </>
  ) : (
    note
  )
}

const columns = (names: RecordNames): FileColumn<SuppressionRowFragment>[] => [
  { id: 'cause', order: SuppressionOrderField.CAUSE, title: fieldName('cause'), show: nameOf },
  { id: 'scope', title: t('privacy:contacts.scope'), show: scopeOf },
  { id: 'status', title: fieldName('status'), show: stateOf },
  {
    id: 'note',
    title: fieldName('note'),
    isRoomy: true,
    show: ({ note }) => noteOf(note, names),
    cell: ({ note }) => note,
  },
  { id: 'by', title: t('privacy:recordedBy'), isRoomy: true, show: ({ creator }) => creator?.name },
]

/** The people who must not be contacted. */
export function Suppressions() {
  const list = useList(SuppressionsDocument, ExportedSuppressionsDocument, pageOf(SuppressionOrderField))
  const [names, setNames] = useState<RecordNames>(new Map())
  const nodes = list.query.data?.list.nodes
  useEffect(() => {
    const ids = nodes?.flatMap(({ note }) => causeIn(note)).map(({ id }) => id) ?? []
    if (ids.some((id) => !names.has(id))) void attempt(async () => setNames(await recordNames(ids)))
  }, [nodes])
  return (
    <>
      <h2>{t('privacy:contacts.suppressions')}</h2>
      <Records
        list={SavedViewList.SUPPRESSIONS}
        words="privacy:contacts"
        {...list}
        mayWrite={false}
        mayCreate={session.may('org:privacy:create')}
        columns={columns(names)}
        nameOf={nameOf}
        rowActions={session.may('org:privacy:write') ? (row) => !row.withdrawnAt && <Withdrawal {...row} /> : undefined}
        form={({ onClose }) => (
          <InputForm<SuppressionInput>
            title={t('privacy:contacts.new')}
            draft="suppression-new"
            rows={rows}
            save={(input) =>
              session.save(SuppressContactDocument, { input }, { said: () => t('privacy:contacts.suppressed') })
            }
            onClose={onClose}
          >
            <p>{t('privacy:contacts.suppressHint')}</p>
          </InputForm>
        )}
      />
    </>
  )
}

function Withdrawal(suppression: SuppressionRowFragment) {
  const { id } = suppression
  const said = () => t('privacy:contacts.withdrawalRecorded')
  return (
    <FormButton<{ reason: string }>
      isOfRow
      label={t('privacy:contacts.withdraw')}
      title={t('privacy:contacts.withdrawNamed', { name: nameOf(suppression) })}
      draft={`withdrawal ${id}`}
      rows={{ reason: longText({ required: true }) }}
      action={t('privacy:contacts.withdraw')}
      save={(input) => session.save(WithdrawSuppressionDocument, { id, input }, { said })}
    >
      <p>{t('privacy:contacts.withdrawHint')}</p>
    </FormButton>
  )
}

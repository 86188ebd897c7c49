import {
  ConsentChannel,
  ContactPurpose,
  ExportedSuppressionsDocument,
  SuppressContactDocument,
  SuppressionCause,
  type SuppressionInput,
  SuppressionOrderField,
  type SuppressionRowFragment,
  SuppressionsDocument,
  WithdrawSuppressionDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { column, type FileColumn } from '../components/columns.tsx'
import { FormButton, InputForm } from '../components/input-form.tsx'
import { address, choice, group, longText } from '../components/record-fields.tsx'
import { OriginLink, type RecordNames, useRecordNames } from '../components/record-names.tsx'
import { Records, useList } from '../components/records.tsx'
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

const columns = (names: RecordNames): FileColumn<SuppressionRowFragment>[] => [
  column('cause', fieldName('cause'), nameOf),
  column('scope', t('privacy:contacts.scope'), scopeOf, { order: SuppressionOrderField.PURPOSE }),
  column('status', fieldName('status'), stateOf, { order: SuppressionOrderField.WITHDRAWN_AT }),
  {
    id: 'note',
    title: fieldName('note'),
    isRoomy: true,
    show: ({ note, origin }) => (origin ? <OriginLink origin={origin} names={names} /> : note),
    cell: ({ note, origin }) => (origin ? `${resourceLabel(origin.resourceType)} ${origin.resourceId}` : note),
  },
  column('by', t('privacy:recordedBy'), ({ creator }) => creator?.name, {
    order: SuppressionOrderField.CREATOR,
    isRoomy: true,
  }),
]

/** The people who must not be contacted. */
export function Suppressions() {
  const list = useList(SuppressionsDocument, ExportedSuppressionsDocument, SuppressionOrderField)
  const names = useRecordNames(list.query.data?.list.nodes.flatMap(({ origin }) => origin?.resourceId ?? []) ?? [])
  return (
    <>
      <h2>{t('privacy:contacts.suppressions')}</h2>
      <Records
        list="SUPPRESSIONS"
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
              session.save(SuppressContactDocument, { input }, { said: t('privacy:contacts.suppressed') })
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
  return (
    <FormButton<{ reason: string }>
      isOfRow
      label={t('privacy:contacts.withdraw')}
      title={t('privacy:contacts.withdrawNamed', { name: nameOf(suppression) })}
      draft={`withdrawal ${id}`}
      rows={{ reason: longText({ required: true }) }}
      action={t('privacy:contacts.withdraw')}
      save={(input) =>
        session.save(WithdrawSuppressionDocument, { id, input }, { said: t('privacy:contacts.withdrawalRecorded') })
      }
    >
      <p>{t('privacy:contacts.withdrawHint')}</p>
    </FormButton>
  )
}

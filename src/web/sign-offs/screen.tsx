import {
  ExportedSignOffsDocument,
  SignOffDocument,
  type SignOffFilter,
  SignOffOrderField,
  type SignOffRowFragment,
  SignOffStatus,
  SignOffsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { clientOf } from '../campaigns/client-of.ts'
import { Badge } from '../components/badge.tsx'
import { column, type FileColumn, textColumn, timeColumn } from '../components/columns.tsx'
import { Panel } from '../components/panel.tsx'
import { RecordFilter } from '../components/record-filter.tsx'
import { listOrRecord, RecordPage } from '../components/record-page.tsx'
import { Records, useList } from '../components/records.tsx'
import { fieldName, label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { Actions } from './actions.tsx'
import { Details } from './details.tsx'
import { stateOf } from './state.ts'

const STATUSES = Object.values(SignOffStatus)
/** The list shows waiting sign-offs, unless the address names another status. */
const ANY = 'ALL'
const FILTERS = { status: [...STATUSES.filter((status) => status !== SignOffStatus.REQUESTED), ANY] }

/** The filter in the address. */
function filterNow(): SignOffFilter {
  const { parameters } = route.value
  const status = parameters.get('status')
  return {
    status: status === ANY ? undefined : [STATUSES.find((each) => each === status) ?? SignOffStatus.REQUESTED],
    clientId: parameters.get('client') ?? undefined,
  }
}

const clientIn = ({ campaign, content }: SignOffRowFragment) => {
  const about = campaign ?? content?.campaign
  return about && clientOf(about)
}

const columns = (): FileColumn<SignOffRowFragment>[] => [
  textColumn('title', { title: t('sign-offs:subject') }),
  {
    id: 'status',
    title: t('enums:fields.status'),
    show: (signOff) => <Badge status={stateOf(signOff)} />,
    cell: (signOff) => label(stateOf(signOff)),
  },
  column('client', fieldName('clientId'), clientIn, { isRoomy: true }),
  column(
    'approvals',
    t('sign-offs:approvals'),
    ({ approvals, quorum }) => t('sign-offs:approvalsOf', { approved: approvals, quorum }),
    { isRoomy: true },
  ),
  timeColumn('dueAt', { order: SignOffOrderField.EXPIRES_AT, isRoomy: false }),
  timeColumn('createdAt', { title: t('sign-offs:requestedAt') }),
]

/** The sign-offs of the organization: first those that wait for clients, by their due times. */
function Waiting() {
  const usual = { field: SignOffOrderField.EXPIRES_AT }
  return (
    <Records
      list="SIGN_OFFS"
      words="sign-offs:list"
      {...useList(
        SignOffsDocument,
        ExportedSignOffsDocument,
        SignOffOrderField,
        { orderBy: usual, filter: filterNow() },
        { topics: ['signOffs'] },
      )}
      filters={FILTERS}
      unfiltered={{ status: label(SignOffStatus.REQUESTED) }}
      hrefOf={({ id }) => hrefOf('sign-offs', [id])}
      filterFields={
        session.may('org:clients:read') && <RecordFilter kind="client" name="client" label={fieldName('clientId')} />
      }
      mayWrite={false}
      columns={columns()}
      nameOf={({ title }) => title}
    />
  )
}

const One = ({ id }: { id: string }) => (
  <RecordPage id={id} document={SignOffDocument} topics={['signOffs']} pauseMs={2_000} nameOf={({ title }) => title}>
    {(signOff) => (
      <Panel
        title={signOff.title}
        class="sign-offs"
        aside={
          <div class="actions">
            <Actions signOff={signOff} />
          </div>
        }
      >
        <Subject signOff={signOff} />
        <Details signOff={signOff} />
      </Panel>
    )}
  </RecordPage>
)

function Subject({ signOff: { campaign, content } }: { signOff: SignOffRowFragment }) {
  if (campaign)
    return <a href={hrefOf('campaigns', [campaign.id])}>{t('sign-offs:openCampaign', { name: campaign.name })}</a>
  if (content)
    return <a href={hrefOf('content', [content.id])}>{t('sign-offs:openContent', { title: content.title })}</a>
  return <p class="quiet">{t('sign-offs:subjectGone')}</p>
}

export default listOrRecord(0, Waiting, One)

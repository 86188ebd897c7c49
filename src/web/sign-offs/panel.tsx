import { SignOffStatus, SignOffsOfDocument, type SignOffsOfQuery, type SignOffWholeFragment } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { statusColumn, timeColumn } from '../components/columns.tsx'
import { Opener } from '../components/opener.tsx'
import { Empty, QueryPanel } from '../components/panel.tsx'
import { Table } from '../components/table.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { Actions, mayRequest } from './actions.tsx'
import { Details } from './details.tsx'
import { RequestForm } from './request-form.tsx'
import { stateOf } from './state.ts'

/** The campaign or the content item that is signed off. */
export type Subject = { campaignId: string } | { contentId: string }

interface Props {
  subject: Subject
  /** Whether the record is in a status in which a sign-off can be requested. */
  isOpen: boolean
  lacksSignOff: boolean
}

const PANEL = 'client-sign-off'

/** The newest sign-off of a campaign or content item, and links to the earlier ones. */
export function SignOffs({ subject, isOpen, lacksSignOff }: Props) {
  const query = useQuery(SignOffsOfDocument, { filter: subject }, { topics: ['signOffs'], pauseMs: 2_000 })
  const newest = query.data?.current.nodes[0]
  return (
    <div id={PANEL} tabIndex={-1}>
      <QueryPanel
        title={t('sign-offs:title')}
        class="sign-offs"
        aside={
          <div class="actions">
            {newest && <Actions signOff={newest} />}
            {query.data && isOpen && <Requesting subject={subject} newest={newest} />}
          </div>
        }
        query={query}
      >
        {({ current: { nodes }, earlier }) => (
          <>
            {nodes[0] ? (
              <Details signOff={nodes[0]} />
            ) : (
              <Empty>{t(lacksSignOff ? 'sign-offs:neededHere' : 'sign-offs:noneHere')}</Empty>
            )}
            <Earlier signOffs={earlier.nodes.slice(1)} />
          </>
        )}
      </QueryPanel>
    </div>
  )
}

interface RequestingProps {
  subject: Subject
  newest: SignOffWholeFragment | undefined
}

function Requesting({ subject, newest }: RequestingProps) {
  const isWaiting = newest?.status === SignOffStatus.REQUESTED
  if (isWaiting || !mayRequest('campaignId' in subject)) return null
  return (
    <Opener
      label={t(newest ? 'sign-offs:requestAgain' : 'sign-offs:request')}
      kind={newest?.status === SignOffStatus.APPROVED ? undefined : 'primary'}
    >
      {(close) => <RequestForm subject={subject} earlier={newest} onClose={close} />}
    </Opener>
  )
}

function Earlier({ signOffs }: { signOffs: NonNullable<SignOffsOfQuery['earlier']>['nodes'] }) {
  if (signOffs.length === 0) return null
  return (
    <details>
      <summary>{t('sign-offs:earlier', { count: signOffs.length })}</summary>
      <Table
        rows={signOffs.map((signOff) => ({ ...signOff, status: stateOf(signOff) }))}
        columns={[timeColumn('createdAt', { title: t('sign-offs:requestedAt'), isRoomy: false }), statusColumn()]}
        hrefOf={({ id }) => hrefOf('sign-offs', [id])}
      />
    </details>
  )
}

/** Shows that the next step needs a sign-off, with a link to the panel. */
export function LacksSignOff({ of }: { of: 'campaign' | 'content' }) {
  const open = () => document.getElementById(PANEL)?.focus()
  return (
    <div class="notice">
      <p>{t(`sign-offs:lacks.${of}`)}</p>
      <button type="button" onClick={open}>
        {t('sign-offs:toPanel')}
      </button>
    </div>
  )
}

import {
  DeleteSenderDocument,
  RotateSenderHookSecretDocument,
  SenderDocument,
  type SenderQuery,
  type SenderRowFragment,
  VerifySenderDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Badge } from '../components/badge.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { DeleteButton } from '../components/delete-button.tsx'
import { Editing } from '../components/edit-button.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { factsOf as rowFacts } from '../components/record-fields.tsx'
import { RecordPage } from '../components/record-page.tsx'
import { reveal } from '../components/secret.tsx'
import { count, moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { fields, SenderForm } from './sender-form.tsx'

type DnsRecord = NonNullable<SenderQuery['record']>['dnsRecords'][number]

/** One sender, and the DNS records to publish with what was found. */
export const Sender = ({ id }: { id: string }) => (
  <RecordPage id={id} document={SenderDocument} nameOf={({ name }) => name}>
    {(sender) => (
      <>
        <Panel title={sender.name} aside={<Actions sender={sender} />}>
          <p>
            <Badge status={sender.status} />
          </p>
          <Facts facts={factsOf(sender)} />
        </Panel>
        <Records sender={sender} records={sender.dnsRecords} />
      </>
    )}
  </RecordPage>
)

const factsOf = (sender: SenderRowFragment) =>
  [
    ...rowFacts(fields, { ...sender }),
    [t('delivery:sender.server'), sender.transport ? `${sender.transport.host}:${sender.transport.port}` : null],
    [t('delivery:sender.verifiedAt'), sender.verifiedAt && moment(sender.verifiedAt)],
    [t('delivery:sender.allowedToday'), sender.allowedToday === null ? null : count(sender.allowedToday)],
  ] as const

function Records({ sender: { id }, records }: { sender: SenderRowFragment; records: readonly DnsRecord[] }) {
  const said = ({ verified }: { verified: { status: string } }) =>
    t('delivery:dns.verified', { status: label(verified.status) })
  const verify = () => session.save(VerifySenderDocument, { id }, { said })
  const action = session.may('org:provider:write') && (
    <ActionButton isPrimary run={verify} label={t('delivery:dns.verify')} />
  )
  return (
    <Panel title={t('delivery:dns.title')} aside={action}>
      <p>{t('delivery:dns.hint')}</p>
      <ul class="blocks">
        {records.map((record) => (
          <li key={`${record.type} ${record.name}`}>
            <Record record={record} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const Record = ({ record: { name, type, value, found, ok, isRequired, problem, cause } }: { record: DnsRecord }) => (
  <>
    <p>
      <span class={`badge ${ok ? 'good' : isRequired ? 'bad' : 'wait'}`}>
        {ok ? t('delivery:dns.ok') : isRequired ? t('delivery:dns.missing') : t('delivery:dns.advised')}
      </span>{' '}
      <strong>{type}</strong> <span class="text">{name}</span>
    </p>
    <dl class="pair">
      <div>
        <dt>{t('delivery:dns.value')}</dt>
        <dd>
          <code class="text">{value}</code>
        </dd>
      </div>
      <div>
        <dt>{t('delivery:dns.found')}</dt>
        <dd>{found ? <code class="text">{found}</code> : t('delivery:dns.nothing')}</dd>
      </div>
    </dl>
    {problem && <p class="fault">{reasonText(problem, cause)}</p>}
  </>
)

/** Creates a secret for reports, and shows it with the addresses that take them. */
async function rotate(id: string): Promise<void> {
  const { genericUrl, sesUrl, secret } = (await session.save(RotateSenderHookSecretDocument, { id })).hooks
  const title = t('delivery:hooks.title')
  const lines = [
    t('delivery:hooks.generic', { url: genericUrl }),
    t('delivery:hooks.secret', { secret }),
    t('delivery:hooks.ses', { url: sesUrl }),
  ]
  reveal({ title, name: title, value: lines.join('\n\n'), isLetter: true })
}

function Actions({ sender }: { sender: SenderRowFragment }) {
  const { id } = sender
  return (
    <div class="actions">
      {session.may('org:provider:write') && (
        <>
          <Editing id={id}>{(close) => <SenderForm row={sender} onClose={close} />}</Editing>
          <ConfirmButton
            consequence={t('delivery:hooks.consequence')}
            action={t('delivery:hooks.rotate')}
            confirm={() => rotate(id)}
          />
        </>
      )}
      {session.may('org:provider:delete') && (
        <DeleteButton
          record={sender}
          document={DeleteSenderDocument}
          consequence={t('delivery:sender.deleteConsequence')}
          list={['delivery', ['senders']]}
        />
      )}
    </div>
  )
}

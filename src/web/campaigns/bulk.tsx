import { useState } from 'preact/hooks'
import {
  BulkCampaignsDocument,
  type BulkCampaignsMutation,
  type BulkChanges,
  type BulkInput,
  BulkOperation,
  CampaignStatus,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { Dialog } from '../components/dialog.tsx'
import { Form } from '../components/form.tsx'
import { Opener } from '../components/opener.tsx'
import { Controls, filledIn } from '../components/record-fields.tsx'
import { restoreAll } from '../components/restore.ts'
import { Select } from '../components/select.tsx'
import type { Selection } from '../components/table.tsx'
import { notify } from '../components/toasts.tsx'
import { faultText, label, t } from '../i18n/language.ts'
import { fields } from './fields.tsx'

type Report = BulkCampaignsMutation['report']
type Operation = CampaignStatus | 'UPDATE' | 'DUPLICATE' | 'DELETE'

/** The start of the names of the fields, as the errors of the server have it. */
const CHANGES = 'changes.'
/** The name of the button that changes the campaigns. */
const DO = 'do'

interface Props {
  chosen: Selection['chosen']
  onDone: () => void
  onClose: () => void
}

/** An operation on several campaigns: first a dry run, then the change. */
export const Bulk = ({ chosen, onDone }: Omit<Props, 'onClose'>) => (
  <Opener label={t('campaigns:bulk.open', { count: chosen.size })}>
    {(close) => <BulkDialog chosen={chosen} onDone={onDone} onClose={close} />}
  </Opener>
)

function inputOf(ids: string[], operation: Operation, changes: BulkChanges): BulkInput {
  if (operation === 'DUPLICATE' || operation === 'DELETE') return { operation: BulkOperation[operation], ids }
  if (operation === 'UPDATE') return { operation: BulkOperation.UPDATE, ids, changes }
  return { operation: BulkOperation.STATUS, ids, changes: { status: operation } }
}

function BulkDialog({ chosen, onDone, onClose }: Props) {
  const ids = [...chosen.keys()]
  const [operation, setOperation] = useState<Operation>(CampaignStatus.PENDING_APPROVAL)
  const [tried, setTried] = useState<Report>()
  const choices: Operation[] = [
    ...Object.values(CampaignStatus),
    'UPDATE',
    'DUPLICATE',
    ...(session.may('org:campaigns:delete') ? (['DELETE'] as const) : []),
  ]
  const run = (entered: FormData) => {
    const input = inputOf(ids, operation, filledIn(fields, entered, CHANGES))
    return entered.has(DO) ? finish(input) : attempt(input)
  }
  const attempt = async (input: BulkInput) => {
    setTried((await session.request(BulkCampaignsDocument, { input: { ...input, dryRun: true } })).report)
  }
  const finish = async (input: BulkInput) => {
    const { report } = await session.save(BulkCampaignsDocument, { input })
    const { succeeded } = report
    if (operation === 'DELETE')
      notify(t('campaigns:bulk.deleted', { count: succeeded.length }), () => restoreAll(succeeded))
    else notify(t('campaigns:bulk.done', { count: succeeded.length }))
    if (report.failed.length > 0) return setTried(report)
    onDone()
    onClose()
  }
  const doIt = (
    <button type="submit" class="primary" name={DO} disabled={!tried || tried.succeeded.length === 0}>
      {t('campaigns:bulk.do')}
    </button>
  )
  return (
    <Dialog title={t('campaigns:bulk.open', { count: ids.length })} onClose={onClose}>
      <ul class="chosen" aria-label={t('campaigns:bulk.chosen')}>
        {[...chosen].map(([id, name]) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <div onInput={() => setTried(undefined)}>
        <Form save={run} action={t('campaigns:bulk.try')} further={doIt}>
          <Select
            label={t('campaigns:bulk.operation')}
            value={operation}
            choices={choices.map((value) => ({
              value,
              label: value in CampaignStatus ? t('campaigns:bulk.to', { status: label(value) }) : label(value),
            }))}
            onChoose={(value) => setOperation(value as Operation)}
          />
          {operation === 'UPDATE' && (
            <>
              <p class="quiet">{t('campaigns:bulk.onlyFilled')}</p>
              <Controls rows={fields} record={undefined} prefix={CHANGES} unchanged={t('campaigns:bulk.asItIs')} />
            </>
          )}
          {operation === 'DELETE' && <p>{t('campaigns:bulk.deleteConsequence')}</p>}
          {tried && <Tried report={tried} chosen={chosen} />}
        </Form>
      </div>
    </Dialog>
  )
}

const Tried = ({ report: { succeeded, failed }, chosen }: { report: Report; chosen: Props['chosen'] }) => (
  <div role="status">
    <p>{t('campaigns:bulk.works', { count: succeeded.length })}</p>
    {failed.length > 0 && (
      <>
        <p>{t('campaigns:bulk.fails', { count: failed.length })}</p>
        <ul>
          {failed.map(({ id, message, cause }) => (
            <li key={id}>{t('campaigns:bulk.fault', { name: chosen.get(id), message: faultText(message, cause) })}</li>
          ))}
        </ul>
      </>
    )}
  </div>
)

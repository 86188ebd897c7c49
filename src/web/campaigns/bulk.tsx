import { useRef, useState } from 'preact/hooks'
import {
  BulkCampaignsDocument,
  type BulkCampaignsMutation,
  type BulkChanges,
  type BulkInput,
  BulkOperation,
  CampaignStatus,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Dialog } from '../components/dialog.tsx'
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
  const form = useRef<HTMLFormElement>(null)
  const choices: Operation[] = [
    ...Object.values(CampaignStatus),
    'UPDATE',
    'DUPLICATE',
    ...(session.may('org:campaigns:delete') ? (['DELETE'] as const) : []),
  ]
  const choose = (each: Operation) => {
    setOperation(each)
    setTried(undefined)
  }
  const asked = () => inputOf(ids, operation, filledIn(fields, new FormData(form.current ?? undefined)))
  const attempt = async () => {
    setTried((await session.request(BulkCampaignsDocument, { input: { ...asked(), dryRun: true } })).report)
  }
  const finish = async () => {
    const { report } = await session.save(BulkCampaignsDocument, { input: asked() })
    const { succeeded } = report
    if (operation === 'DELETE')
      notify(t('campaigns:bulk.deleted', { count: succeeded.length }), () => restoreAll(succeeded))
    else notify(t('campaigns:bulk.done', { count: succeeded.length }))
    if (report.failed.length > 0) return setTried(report)
    onDone()
    onClose()
  }
  return (
    <Dialog title={t('campaigns:bulk.open', { count: ids.length })} onClose={onClose}>
      <ul class="chosen" aria-label={t('campaigns:bulk.chosen')}>
        {[...chosen].map(([id, name]) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <Select
        label={t('campaigns:bulk.operation')}
        value={operation}
        choices={choices.map((value) => ({
          value,
          label: value in CampaignStatus ? t('campaigns:bulk.to', { status: label(value) }) : label(value),
        }))}
        onChoose={(value) => choose(value as Operation)}
      />
      {operation === 'UPDATE' && (
        <form ref={form} class="form" noValidate onInput={() => setTried(undefined)}>
          <p class="quiet">{t('campaigns:bulk.onlyFilled')}</p>
          <Controls rows={fields} record={undefined} unchanged={t('campaigns:bulk.asItIs')} />
        </form>
      )}
      {operation === 'DELETE' && <p>{t('campaigns:bulk.deleteConsequence')}</p>}
      {tried && <Tried report={tried} chosen={chosen} />}
      <div class="actions">
        <ActionButton run={attempt} label={t('campaigns:bulk.try')} />
        <ActionButton
          isPrimary
          isOut={!tried || tried.succeeded.length === 0}
          run={finish}
          label={t('campaigns:bulk.do')}
        />
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

import { useEffect, useRef, useState } from 'preact/hooks'
import { KeptCheckpointsDocument, type KeptCheckpointsQuery } from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { textOf } from '../components/entered.ts'
import { LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { count, moment } from '../format.ts'
import { faultText, t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { KeepCheckpoint, Witnesses } from './checkpoints.tsx'
import { Tiles } from './tiles.tsx'
import { type Fault, type Kept, serverVerification, Trail } from './verify.ts'

/** The progress of a verification. `fault` is set when it is done. */
interface Run {
  trail: Trail
  kept: Kept | undefined
  state: 'running' | 'stopped' | 'done'
  fault?: Fault | undefined
  failure?: string
}

/** Recomputes the trail in the browser, and shows the server's result next to it. */
export function Verification() {
  const [run, setRun] = useState<Run>()
  const abort = useRef(new AbortController())
  const { data } = useQuery(KeptCheckpointsDocument, {})
  const stored = data?.auditCheckpoints ?? []
  useEffect(() => () => abort.current.abort(), [])

  const go = async (trail: Trail, kept: Kept | undefined) => {
    const { signal } = abort.current
    const tell = () => setRun({ trail, kept, state: 'running' })
    tell()
    try {
      const fault = await trail.verify(kept, tell, signal)
      setRun({ trail, kept, state: 'done', fault })
    } catch (error) {
      if (!signal.aborted) setRun({ trail, kept, state: 'stopped', failure: sentenceOf(error) })
    }
  }
  const start = (entered: FormData) => {
    const note = textOf(entered, 'pasted') ?? textOf(entered, 'stored')
    return go(
      new Trail(session),
      note ? { note: `${note.replaceAll('\r', '')}\n`, key: textOf(entered, 'key') } : undefined,
    )
  }

  return (
    <>
      <Panel title={t('audit:verification.title')}>
        <p>{t('audit:verification.about')}</p>
        <Choice stored={stored} start={start} />
      </Panel>
      {run && (
        <div class="overview">
          <Panel title={t('audit:verification.browser')}>
            <Finding run={run} goOn={() => void go(run.trail, run.kept)} />
          </Panel>
          {session.may('org:audit:verify') && (
            <Panel title={t('audit:verification.service')}>
              <ServerFinding key={run.trail} checkpoint={run.kept?.note} />
            </Panel>
          )}
        </div>
      )}
      <Witnesses stored={stored} />
      {session.may('org:audit:verify') && data && <KeepCheckpoint signed={stored[0]?.size ?? 0} />}
      {session.may('org:audit:verify') && <Tiles />}
    </>
  )
}

interface ChoiceProps {
  stored: NonNullable<KeptCheckpointsQuery['auditCheckpoints']>
  start: (entered: FormData) => Promise<void>
}

/** The checkpoint to compare the trail with. */
const Choice = ({ stored, start }: ChoiceProps) => (
  <Form save={start} action={t('audit:verification.verify')}>
    <SelectField
      name="stored"
      label={t('audit:verification.stored')}
      none={t('audit:verification.none')}
      choices={stored.map(({ note, size, signedAt }) => ({
        value: note,
        label: t('audit:verification.storedOf', { count: size, moment: moment(signedAt) }),
      }))}
    />
    <LongTextField name="pasted" rows={5} label={t('audit:verification.pasted')} />
    <TextField name="key" label={t('audit:verification.key')} hint={t('audit:verification.keyHint')} />
  </Form>
)

function Finding({ run: { trail, kept, state, fault, failure }, goOn }: { run: Run; goOn: () => void }) {
  const { checked, total } = trail
  const progress = t('audit:verification.progress', { checked, total })
  return (
    <>
      {state !== 'done' && (
        <>
          <progress max={total || 1} value={checked} aria-label={t('audit:verification.browser')} />
          <p>{progress}</p>
        </>
      )}
      {failure && (
        <div class="failure" role="alert">
          <p>{failure}</p>
          <button type="button" onClick={goOn}>
            {t('audit:verification.goOn')}
          </button>
        </div>
      )}
      <div role="status">
        {state === 'done' &&
          (fault ? (
            <p class="fault">{t(`audit:faults.${fault.kind}`, { ...fault })}</p>
          ) : (
            <Right trail={trail} isSigned={kept !== undefined} />
          ))}
      </div>
    </>
  )
}

const Right = ({ trail: { checked, lastHash = '' }, isSigned }: { trail: Trail; isSigned: boolean }) => (
  <>
    <p>{t('audit:verification.right', { count: checked })}</p>
    <p>{isSigned ? t('audit:verification.rightCheckpoint') : t('audit:verification.noCheckpoint')}</p>
    <p class="quiet text">{t('audit:verification.lastHash', { sequence: count(checked), hash: lastHash })}</p>
  </>
)

type Answer = Awaited<ReturnType<typeof serverVerification>>

/** The server's own verification of its trail. */
function ServerFinding({ checkpoint }: { checkpoint: string | undefined }) {
  const [answer, setAnswer] = useState<Answer>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    serverVerification(session, checkpoint, signal).then(setAnswer, (error: unknown) => {
      if (!signal.aborted) setFailure(faultOf(error))
    })
    return () => controller.abort()
  }, [])
  if (failure)
    return (
      <p class="fault" role="alert">
        {failure}
      </p>
    )
  if (!answer) return <p class="loading">{t('loading')}</p>
  return <div role="status">{sentence(answer)}</div>
}

/** The server's reason for refusing a checkpoint. */
const faultOf = (error: unknown) =>
  error instanceof RequestError && error.fields.checkpoint
    ? t('audit:verification.refused', { reason: faultText(error.fields.checkpoint, error.reasons.checkpoint) })
    : sentenceOf(error)

const sentence = ({ valid, checked, break: broken }: Answer) =>
  valid || !broken ? (
    <p>{t('audit:verification.right', { count: checked })}</p>
  ) : (
    <p class="fault">
      {t('audit:verification.serverFault', {
        sequence: broken.sequence,
        reason: reasonText(broken.reason, broken.cause),
      })}
    </p>
  )

import { useEffect, useState } from 'preact/hooks'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { serverVerification } from './verify.ts'

type Answer = Awaited<ReturnType<typeof serverVerification>>

/** The server's own verification of its trail. */
export function ServerFinding({ checkpoint }: { checkpoint: string | undefined }) {
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
    ? t('audit:verification.refused', { reason: error.fields.checkpoint })
    : sentenceOf(error)

const sentence = ({ valid, checked, break: broken }: Answer) =>
  valid || !broken ? (
    <p>{t('audit:verification.right', { count: checked })}</p>
  ) : (
    <p class="fault">{t('audit:verification.serverFault', { ...broken })}</p>
  )

import { useEffect, useRef, useState } from 'preact/hooks'
import { session } from '../../api/session.ts'
import { Job, type Row } from './job.ts'

/** Runs jobs and reports their progress and failures. A running job ends when its page is closed. */
export function useJob(onDone: (job: Job) => void) {
  const [job, setJob] = useState<Job>()
  const [error, setError] = useState<unknown>()
  const [isRunning, setRunning] = useState(false)
  const [, setStep] = useState(0)
  const isShown = useRef(true)
  useEffect(
    () => () => {
      isShown.current = false
    },
    [],
  )
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isRunning])

  const go = async (job: Job) => {
    setError(undefined)
    setRunning(true)
    try {
      while (!job.isDone && isShown.current) {
        await job.step()
        setStep((step) => step + 1)
      }
      if (job.isDone) onDone(job)
    } catch (failure) {
      setError(failure)
    }
    setRunning(false)
    if (!job.isTrial) void session.queries.invalidateQueries()
  }
  const start = (rows: readonly Row[], isTrial: boolean) => {
    const job = new Job(rows, isTrial)
    setJob(job)
    return go(job)
  }
  return { job, error, isRunning, start, goOn: () => job && go(job) }
}

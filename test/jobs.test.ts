import { expect, test } from '@jest/globals'
import { type Job, type JobTools, startJobs } from '../src/kernel/jobs.ts'

test('frequent jobs run as the process starts, and rare ones wait for a moment of their own', async () => {
  const ran: string[] = []
  const job = (name: string, everySeconds: number, run = () => {}): Job => ({
    name,
    everySeconds,
    run: async () => {
      ran.push(name)
      run()
    },
  })
  const tools = {} as JobTools
  await new Promise<void>((resolve) => {
    const stop = startJobs([job('rare', 2_000_000), job('frequent', 60, () => void stop().then(resolve))], tools)
  })
  expect(ran).toEqual(['frequent'])
})

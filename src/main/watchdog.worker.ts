import { writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import type { WatchdogData } from './watchdog.ts'

/*
 * The thread of `Watchdog`. Node runs this file as it is in tests, so it holds no decorators or enums.
 */

const { state, stuckSeconds, beatMs }: WatchdogData = workerData
/** How long the main thread may take to name its stack and to end. */
const LAST_MS = 5_000
/** `EX_SOFTWARE` of sysexits. */
const EXIT_CODE = 70

let last = 0
let missed = 0
let stopping = 0

/**
 * Counts its own rounds and not the time: a process that the system froze has missed no more than one round when it goes
 * on.
 */
const rounds = setInterval(() => {
  const beats = Atomics.load(state, 0)
  missed = beats === last ? missed + 1 : 0
  last = beats
  const allowed = Atomics.load(state, 1)
  if (allowed > 0) stopping += 1
  if (missed >= stuckSeconds) end(`The event loop has been stuck for ${missed} s`)
  else if (allowed > 0 && stopping > allowed) end(`The process did not stop within ${allowed} s`)
}, beatMs)

/** Pauses the main thread where it is, writes its stack, and ends the process. */
function end(reason: string): void {
  clearInterval(rounds)
  say(`${reason}: the process is ended.`)
  // A main thread that cannot be paused is in native code.
  setTimeout(() => {
    say('The main thread cannot be paused.')
    process.kill(process.pid, 'SIGKILL')
  }, LAST_MS)
  const session = new Session()
  session.connectToMainThread()
  const files = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => files.set(scriptId, url))
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    const frames = callFrames.map(({ functionName, location: { scriptId, lineNumber, columnNumber = 0 } }) => {
      const place = `${files.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1}`
      return `    at ${functionName || '<anonymous>'} (${place})`
    })
    say(`The main thread is:\n${frames.join('\n')}`)
    // Not a signal: the first process of a container ignores those of its own.
    session.post('Runtime.evaluate', { expression: `process.reallyExit(${EXIT_CODE})` })
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

/** Synchronous: the streams of the process are the main thread's. */
const say = (text: string) => void writeSync(2, `${text}\n`)

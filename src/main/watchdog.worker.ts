import { writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { WatchdogData } from './watchdog.ts'

/* The thread of `Watchdog`. In tests, Node runs this file directly, so it may not use decorators or enums. */

const { beats, stuckSeconds, stopSeconds, beatMs }: WatchdogData = workerData
/** Milliseconds that the main thread may take to report its stack and to end. */
const LAST_MS = 5_000
/** `EX_SOFTWARE` of sysexits. */
const EXIT_CODE = 70

let last = 0
let missed = 0
let stopping = 0
let isStopping = false

interface SignalHandle {
  onsignal: () => void
  start(signal: number): number
}

/**
 * Receives a signal independently of the main thread, which receives none while it is blocked. Node delivers signals to
 * the main thread only, so this uses the internal handle behind `process.on`. `Watchdog` starts this thread with
 * `--expose-internals`.
 */
function hear(signal: number): void {
  const { internalBinding } = createRequire(import.meta.url)('internal/test/binding') as {
    internalBinding(name: 'signal_wrap'): { Signal: new () => SignalHandle }
  }
  const { Signal } = internalBinding('signal_wrap')
  const handle = new Signal()
  handle.onsignal = () => {
    isStopping = true
  }
  if (handle.start(signal) !== 0) throw new Error(`Signal ${signal} cannot be received`)
}
for (const signal of [constants.signals.SIGINT, constants.signals.SIGTERM]) hear(signal)
parentPort?.postMessage('hears')

/**
 * Counts its own rounds instead of the time, because a process that the system suspended has missed at most one round
 * when it continues.
 */
const rounds = setInterval(() => {
  const now = Atomics.load(beats, 0)
  missed = now === last ? missed + 1 : 0
  last = now
  if (isStopping) stopping += 1
  if (missed >= stuckSeconds) end(`The event loop has been stuck for ${missed} s`)
  else if (stopping > stopSeconds) end(`The process did not stop within ${stopSeconds} s`)
}, beatMs)

/** Pauses the main thread, writes its stack, and ends the process. */
function end(reason: string): void {
  clearInterval(rounds)
  say(`${reason}. The process is ended.`)
  // A main thread that cannot be paused runs native code.
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
    // The first process of a container ignores signals that it sends to itself, so the process exits by a call.
    session.post('Runtime.evaluate', { expression: `process.reallyExit(${EXIT_CODE})` })
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

/** Written synchronously, because the streams of the process belong to the main thread. */
const say = (text: string) => void writeSync(2, `${text}\n`)

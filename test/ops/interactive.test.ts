import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { readClient } from '../../ops/cli/stack.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { copyOfStack, OPS } from './support/stack.ts'

const ENTER = '\n'
const CLEAR = '\u0015'

/** What is asked, and what is answered; a wrong answer is refused on the spot with the record's own message. */
const CONVERSATION: [asked: string, answer: string][] = [
  ['Client id', `Acme Water${ENTER}`],
  ['must be a lower-case slug', `${CLEAR}acme-water${ENTER}`],
  ['Client name', `Acme Water${ENTER}`],
  ['Domain', `https://acme.example/${ENTER}`],
  ['must be a bare host name', `${CLEAR}acme.example${ENTER}`],
  ['Contact e-mail', `it@acme.example${ENTER}`],
  ['Hosting provider', `shared${ENTER}`],
  ['Server access', ENTER],
  ['Database', ENTER],
  ['Probes other than', `y${ENTER}`],
  ['Module', ENTER],
  ['Address', `https://acme.example/shop${ENTER}`],
  ['Another probe?', `n${ENTER}`],
  ['/api/metrics.php?', `y${ENTER}`],
  ['activity log?', `y${ENTER}`],
  ['Ship interval', `20${ENTER}`],
  ['Ship security events', ENTER],
  ['Time zone', ENTER],
  ['send traces?', `y${ENTER}`],
]

test('client add interactive asks for a record field by field and onboards it', async () => {
  using stack = copyOfStack()
  const command = [join(OPS, 'cli/main.ts'), '--root', stack.path, 'client', 'add', 'interactive']
  const ops = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'], timeout: PATIENCE_MS })
  const waiting = [...CONVERSATION]
  let shown = ''
  ops.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    const [asked, answer] = waiting[0] ?? []
    if (!asked || !answer || !shown.includes(asked)) return
    waiting.shift()
    shown = ''
    ops.stdin.write(answer)
  })
  const [status] = (await once(ops, 'close')) as [number]
  expect({ status, unanswered: waiting, shown }).toMatchObject({
    status: 0,
    unanswered: [],
    shown: expect.stringContaining('+ clients/acme-water.yml'),
  })
  expect(readClient(stack.path, 'acme-water')).toMatchObject({
    name: 'Acme Water',
    domain: 'acme.example',
    access: 'ssh',
    database: 'mysql',
    probes: [{ target: 'https://acme.example/shop', module: 'http_2xx' }],
    activity: { shipIntervalMinutes: 20, securityIntervalMinutes: 1, timeZone: 'Africa/Johannesburg' },
    traces: true,
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CHECKED, checkStack } from '../check.ts'
import { addClient, render } from '../clients.ts'
import { advice, channelsOf, exampleContacts, initEnv, missingFrom, readEnv } from '../env.ts'
import { rotateEnv } from '../env-rotation.ts'
import { say, sayChanges, sayDifference } from '../output.ts'
import { pendingChanges, readClients } from '../stack.ts'
import type { Context } from './context.ts'

/** Commands for the stack's files. Only `env rotate` needs a running stack. */
export const fileCommands = (context: Context): void => {
  context.program
    .command('render')
    .description('update all generated files to match the records and .env')
    .action(() => {
      const changes = render(context.root())
      sayChanges(changes)
      if (changes.length > 0) say('Next, on the host of the stack: ops reload')
    })

  context.program
    .command('diff')
    .description('show the changes that render, or the addition of a record, would make')
    .argument('[file]', 'a client record to add')
    .action((file?: string) => {
      const changes = file
        ? addClient(context.root(), readFileSync(file, 'utf8'), file, true).changes
        : pendingChanges(context.root(), readClients(context.root()))
      for (const change of changes) sayDifference(change)
      if (changes.length === 0) say('nothing to change')
    })

  context.program
    .command('check')
    .description('run all checks that need no running stack')
    .argument('[parts...]', `some of ${CHECKED.join(', ')}; default: all`)
    .action((parts: string[]) => {
      const findings = checkStack(context.root(), parts.length > 0 ? parts : CHECKED)
      for (const { check, state, detail } of findings) say(`${state.padEnd(7)} ${check}: ${detail}`)
      const unproved = process.env.CI ? ['failed', 'skipped'] : ['failed']
      if (findings.some(({ state }) => unproved.includes(state))) process.exitCode = 1
    })

  const env = context.program.command('env').description('the variables of .env')

  env
    .command('init')
    .description('create .env from the example, with random tokens')
    .action(() => say(`written: ${initEnv(context.root())}`))

  env
    .command('rotate')
    .description('replace tokens and passwords that env init generated, also in PostgreSQL and Grafana')
    .argument('[names...]', 'variables to replace; default: all')
    .action(async (names: string[]) => {
      for (const name of await rotateEnv(context.root(), names, context.grafana())) say(`~ ${name}`)
      sayChanges(render(context.root()))
      say('Next, on the host: docker compose up -d --force-recreate')
    })

  env
    .command('check')
    .description('report missing or invalid values in .env, and values of the example in records')
    .action(() => {
      const values = readEnv(context.root())
      const missing = [
        ...(existsSync(resolve(context.root(), '.env')) ? [] : ['.env: does not exist: ops env init']),
        ...missingFrom(values),
        ...exampleContacts(readClients(context.root())),
      ]
      for (const problem of missing) say(problem)
      for (const line of advice(values)) say(`advice: ${line}`)
      for (const [channel, isOn] of Object.entries(channelsOf(values))) say(`${channel}: ${isOn ? 'on' : 'off'}`)
      if (missing.length > 0) process.exitCode = 1
      else say('complete')
    })
}

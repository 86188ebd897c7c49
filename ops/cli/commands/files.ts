import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkStack } from '../check.ts'
import { addClient, render } from '../clients.ts'
import { exampleContacts, initEnv, missingFrom, readEnv } from '../env.ts'
import { rotateEnv } from '../env-rotation.ts'
import { say, sayChanges, sayDifference } from '../output.ts'
import { pendingChanges, readClients } from '../stack.ts'
import type { Context } from './context.ts'

/** Commands about the stack's files, for which nothing has to run, but for `env rotate`. */
export const fileCommands = (context: Context): void => {
  context.program
    .command('render')
    .description('bring all generated files up to date with the records and .env')
    .action(() => {
      const changes = render(context.root())
      sayChanges(changes)
      if (changes.length > 0) say('Next, where the stack runs: ops reload')
    })

  context.program
    .command('diff')
    .description('what render would change, or what adding a record would')
    .argument('[file]', 'a client record that is not added yet')
    .action((file?: string) => {
      const changes = file
        ? addClient(context.root(), readFileSync(file, 'utf8'), file, true).changes
        : pendingChanges(context.root(), readClients(context.root()))
      for (const change of changes) sayDifference(change)
      if (changes.length === 0) say('nothing to change')
    })

  context.program
    .command('check')
    .description('everything that can be checked without a running stack')
    .action(() => {
      const findings = checkStack(context.root())
      for (const { check, state, detail } of findings) say(`${state.padEnd(7)} ${check}: ${detail}`)
      const unproved = process.env.CI ? ['failed', 'skipped'] : ['failed']
      if (findings.some(({ state }) => unproved.includes(state))) process.exitCode = 1
    })

  const env = context.program.command('env').description('the variables of .env')

  env
    .command('init')
    .description('make .env from the example, with fresh random tokens')
    .action(() => say(`written: ${initEnv(context.root())}`))

  env
    .command('rotate')
    .description('new values for tokens and passwords that env init made; PostgreSQL and Grafana are told theirs')
    .argument('[names...]', 'these only; without names all of them')
    .action(async (names: string[]) => {
      for (const name of await rotateEnv(context.root(), names, context.grafana())) say(`~ ${name}`)
      sayChanges(render(context.root()))
      say('Next, on the host: docker compose up -d --force-recreate')
    })

  env
    .command('check')
    .description('what is missing or malformed in .env, or left as the example in a record')
    .action(() => {
      const missing = [
        ...(existsSync(resolve(context.root(), '.env')) ? [] : ['.env: does not exist: ops env init']),
        ...missingFrom(readEnv(context.root())),
        ...exampleContacts(readClients(context.root())),
      ]
      for (const problem of missing) say(problem)
      if (missing.length > 0) process.exitCode = 1
      else say('complete')
    })
}

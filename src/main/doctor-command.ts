import { Command } from 'commander'
import { type Config, readConfig } from './config.ts'
import { type Finding, machineChecks } from './doctor-machine.ts'
import { serviceChecks } from './doctor-services.ts'
import { readEnvironmentFile } from './environment-file.ts'

new Command('doctor')
  .description(
    'Checks what the gateway needs, and prints the next step for anything that is missing or wrong: the ' +
      'machine, the build, the settings in the environment and in .env, the database and the other ' +
      'configured services. It changes nothing. The exit code is 1 if something is missing or wrong.',
  )
  .parse()

/** Prints a line, with the next step below it if there is one. */
function show({ name, said, next }: Finding): void {
  const [first = '', ...more] = said.split('\n')
  process.stdout.write(`${next ? 'wrong' : 'ok   '}  ${name.padEnd(17)} ${first}\n`)
  for (const line of [...more, ...(next ? [`next: ${next}`] : [])]) process.stdout.write(`${' '.repeat(25)}${line}\n`)
  if (next) process.exitCode = 1
}

function configuration(): Config | undefined {
  try {
    readEnvironmentFile()
    const config = readConfig(process.env)
    show({ name: 'Settings', said: `are usable (NODE_ENV=${config.NODE_ENV})` })
    return config
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    show({
      name: 'Settings',
      said,
      next: 'correct them in the environment or in .env; docs/configuration.md has the table',
    })
    return undefined
  }
}

show({ name: 'Node', said: `${process.versions.node} (${process.execPath})` })
show({ name: 'Packages', said: 'are those of package-lock.json' })
const config = configuration()
if (config) for (const check of [...machineChecks, ...serviceChecks]) for (const each of await check(config)) show(each)
else process.stdout.write('       The other checks depend on the settings and were skipped.\n')

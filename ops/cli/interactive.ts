import { confirm, input, number, select } from '@inquirer/prompts'
import { stringify } from 'yaml'
import { MODULES, parseRecord } from './record.ts'

/** The field's message from the validation of the record, or true. */
const valid = (field: string) => (value: string) => {
  try {
    parseRecord(stringify({ [field]: value }), 'answer')
    return true
  } catch (error) {
    const line = String(error instanceof Error ? error.message : error)
      .split('\n')
      .find((text) => text.includes(`: ${field}: `))
    return line ? line.replace(/^.*?: /, '') : true
  }
}

const ask = (field: string, message: string) => input({ message, validate: valid(field) })

const probes = async () => {
  const found: { target: string; module: string }[] = []
  while (
    await confirm({
      message: found.length ? 'Another probe?' : 'Probes other than the front page over TLS?',
      default: false,
    })
  )
    found.push({
      module: await select({ message: 'Module', choices: [...MODULES] }),
      target: await input({ message: 'Address, or host:port for tcp_connect' }),
    })
  return found
}

/** Asks for each field of a client record. Returns the record as YAML, validated like a file. */
export const askRecord = async (): Promise<string> => {
  const record = {
    id: await ask('id', 'Client id (lower-case slug)'),
    name: await ask('name', 'Client name'),
    domain: await ask('domain', 'Domain'),
    contact: await ask('contact', 'Contact e-mail'),
    hosting: await ask('hosting', 'Hosting provider'),
    access: await select({
      message: 'Server access',
      choices: [
        { value: 'ssh', name: 'SSH' },
        { value: 'panel', name: 'control panel' },
      ],
    }),
    database: await select({ message: 'Database', choices: ['mysql', 'postgresql', 'sqlite', 'none'] }),
    probes: await probes(),
    metrics: await confirm({ message: 'Does the host serve /api/metrics.php?', default: true }),
    activity: (await confirm({ message: 'Does it ship an activity log?', default: true }))
      ? {
          shipIntervalMinutes: await number({ message: 'Ship interval in minutes', default: 15, min: 1, max: 60 }),
          securityIntervalMinutes: await number({
            message: 'Ship security events every so many minutes',
            default: 1,
            min: 1,
            max: 60,
          }),
          timeZone: await input({ message: 'Time zone', default: 'Africa/Johannesburg' }),
        }
      : null,
    traces: await confirm({ message: 'Does the application send traces?', default: false }),
  }
  return stringify(record)
}

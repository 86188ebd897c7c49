import { SECRET_NAMES, VARIABLE_NAMES } from '../../src/main/config.ts'

/** Settings of the gateway that the stack decides: the compose file sets them or leaves them out. */
const DECIDED = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'PUBLIC_URL',
  'ALERTMANAGER_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'WEBHOOKS_ALLOW_PRIVATE',
  'SNS_ENDPOINT_URL',
  'DEMO_DATA',
]

/** Settings of the gateway that the compose file does not pass, with the reasons. */
const NOT_PASSED: Record<string, string> = {
  PORT: 'the image has it',
  HOST: 'the image has it',
  DATA_DIR: 'the image has it',
  DATABASE_OWNER_URL: 'only the migration gets it',
  WEBHOOKS_ALLOW_PRIVATE: 'production refuses it',
  SNS_ENDPOINT_URL: 'production refuses it',
}

/** Settings of the gateway that an operator sets in `.env` under the same name. */
export const CHOSEN: readonly string[] = VARIABLE_NAMES.filter((name) => !DECIDED.includes(name))

const isSecret = (name: string): boolean => SECRET_NAMES.some((secret) => secret === name)

/** The variable that passes this setting to the gateway: secrets are passed as files. */
const passedAs = (name: string): string => (isSecret(name) ? `${name}_FILE` : name)

/** The problems in how the compose file passes the gateway's settings. */
export const settingProblems = (environment: Record<string, string>): string[] => {
  const wanted = VARIABLE_NAMES.filter((name) => !(name in NOT_PASSED))
  const missing = wanted.filter((name) => !(passedAs(name) in environment)).map(passedAs)
  const unknown = Object.keys(environment).filter((name) => !wanted.map(passedAs).includes(name))
  const cut = CHOSEN.filter((name) => !isSecret(name) && !environment[name]?.includes(`\${${name}:`))
  return [
    ...missing.map((name) => `gateway: ${name} is not passed`),
    ...unknown.map((name) => `gateway: ${name} is no setting that may be passed`),
    ...cut.map((name) => `gateway: ${name} does not take its value from .env`),
  ]
}

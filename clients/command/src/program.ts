import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addVerification } from './audit.ts'
import { addCompletion } from './completion.ts'
import { addFollowing } from './listen.ts'
import { addOperations } from './operations.ts'
import { addOperators } from './operators.ts'
import { addSignIn } from './sign-in.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const HELP = `
Environment: CAMPAIGNS_URL, CAMPAIGNS_TOKEN, CAMPAIGNS_ORGANIZATION, NO_COLOR.
Exit codes: 0 done, 1 wrong usage or input, 2 refused, 3 not found, 4 no answer, 5 conflict,
  6 limit reached or gateway unavailable, 7 fault in an audit trail.

Examples:
  campaigns login --gateway https://campaigns.example.org --client-id campaigns
  campaigns clients list --sector GOVERNMENT
  campaigns campaigns create --name 'Heritage Day' --type SOCIAL --select id`

/** The command with all of its commands. */
export function campaigns(): Command {
  const program = new Command('campaigns')
    .description('The campaign management gateway in a terminal.')
    .version(version)
    .enablePositionalOptions()
    .addHelpText('after', HELP)
  for (const add of [addSignIn, addOperations, addVerification, addFollowing, addCompletion, addOperators]) add(program)
  return program
}

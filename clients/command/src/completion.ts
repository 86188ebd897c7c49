// Completion for shells. The shell asks the command itself, so completion always fits the installed version.
import { Argument, type Command, type Option } from 'commander'
import { OPERATIONS } from './generated/operations.ts'
import { print } from './output.ts'

const SHELLS: Record<string, string> = {
  bash: `_campaigns() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(campaigns complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _campaigns campaigns`,
  zsh: `#compdef campaigns
_campaigns() {
  local -a found
  found=(\${(f)"$(campaigns complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -- "\${found[@]}"; else _files; fi
}
compdef _campaigns campaigns`,
}

/** The values of an option, from the table of operations. */
function choicesOf(words: string[], option: Option): readonly string[] {
  const command = OPERATIONS.find((each) => each.words.join(' ') === words.join(' '))
  const fields = [...(command?.query ?? []), ...(command?.body ?? [])]
  const field = fields.find(({ name }) => name === option.attributeName())
  return option.argChoices ?? field?.choices ?? (field?.kind === 'boolean' ? ['true', 'false'] : [])
}

const helped = (command: Command) => command.createHelp()

/** What may follow the words of a line. The last word is incomplete. */
export function candidates(program: Command, words: readonly string[]): string[] {
  const path: string[] = []
  let command = program
  for (const word of words.slice(0, -1)) {
    const next = command.commands.find((each) => each.name() === word)
    if (!next) continue
    command = next
    path.push(word)
  }
  const previous = words.at(-2)
  const option = command.options.find(({ long, required }) => required && long === previous)
  if (option) return [...choicesOf(path, option)]
  if (words.at(-1)?.startsWith('-'))
    return helped(command)
      .visibleOptions(command)
      .flatMap(({ long }) => long ?? [])
  return helped(command)
    .visibleCommands(command)
    .map((each) => each.name())
}

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Prints the completion script of a shell.')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .addHelpText('after', '\nExamples:\n  source <(campaigns completion bash)\n  source <(campaigns completion zsh)')
    .action((shell: string) => print(SHELLS[shell] ?? ''))
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => print(candidates(program, words).join('\n')))
}

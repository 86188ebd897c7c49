import { failureOf } from './failure.ts'
import { harmless, note } from './output.ts'
import { campaigns } from './program.ts'

// The reader of a pipe, such as `head`, has ended.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  await campaigns().parseAsync()
} catch (error) {
  const { message, next, exitCode } = failureOf(error)
  const lines = message.split('\n').map(harmless)
  note(`error: ${lines.join('\n')}${next ? `\nnext:  ${next}` : ''}`)
  process.exitCode = exitCode
}

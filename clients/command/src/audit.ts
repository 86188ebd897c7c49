import { readFile, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { EXIT, Failure, usage } from './failure.ts'
import { readExport, report, verifyExport } from './generated/verify.mjs'
import { groupOf } from './operations.ts'
import { harmless, note, print } from './output.ts'

interface VerifyOptions {
  checkpoint: string[]
  key: string[]
  policy?: string
  tiles?: string
  keep?: string
}

const collect = (value: string, others: string[]) => [...others, value]

async function exportIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  try {
    readExport(text)
    return text
  } catch (error) {
    throw usage(`${file} is no export: ${(error as Error).message}`, 'Get one: campaigns audit export --format ndjson')
  }
}

/** Keeps the checkpoint at the end of an export, for the verification of later exports. */
async function keep(text: string, file: string): Promise<void> {
  const { footer } = readExport(text)
  if (!footer?.note)
    throw usage('The export has no checkpoint', 'Export it as NDJSON: campaigns audit export --format ndjson')
  await writeFile(file, footer.note)
  note(`Kept the checkpoint in ${file}. Pass it to --checkpoint next time.`)
}

async function verify(file: string, options: VerifyOptions): Promise<void> {
  const text = await exportIn(file)
  const checkpoints = await Promise.all(options.checkpoint.map((path) => readFile(path, 'utf8')))
  const policy = options.policy === undefined ? undefined : await readFile(options.policy, 'utf8')
  const found = await verifyExport(text, { checkpoints, keys: options.key, policy, tiles: options.tiles })
  // A file of another kind has no faults either. A trail has at least the record of its export.
  if (found.records === 0) throw usage(`${file} has no records`, 'Pass a whole export of the audit trail.')
  for (const line of report(found)) await print(harmless(line))
  if (found.faults.length > 0)
    throw new Failure(
      'The audit trail has faults',
      EXIT.fault,
      'Keep the export, and report it. docs/audit.md explains the faults.',
    )
  if (options.keep) await keep(text, options.keep)
}

export function addVerification(program: Command): void {
  groupOf(program, ['audit'])
    .command('verify')
    .description(
      'Verifies an export of the audit trail on this machine, without the gateway. Only checkpoints that you kept show ' +
        'that nobody removed or rewrote records.',
    )
    .argument('<file>', 'a whole export, as NDJSON, CSV or JSON')
    .option('--checkpoint <file>', 'a checkpoint that you kept; repeatable', collect, [])
    .option('--key <key>', 'public key that you wrote down; repeatable', collect, [])
    .option('--policy <file>', 'policy of witnesses (c2sp.org/tlog-policy), which each checkpoint must meet')
    .option('--tiles <address>', 'address of the published hashes, which must match the export')
    .option('--keep <file>', 'if no fault is found, keep the checkpoint at the end of the export')
    .addHelpText(
      'after',
      '\nExamples:\n  campaigns audit export --format ndjson --output trail.ndjson\n' +
        '  campaigns audit verify trail.ndjson --key "$KEY" --keep checkpoint.txt',
    )
    .action(verify)
}

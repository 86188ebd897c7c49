#!/usr/bin/env node
import { opsProgram } from './program.ts'

try {
  await opsProgram().parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { OPS } from './stack.ts'

/** How the command ended and what it printed. */
export interface Ended {
  status: number
  stdout: string
  stderr: string
}

/** Runs the command as an operator does, on a copy of the stack; `urls` says where the running parts are. */
export const ops = (root: string, args: string[], urls: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const command = [join(OPS, 'cli/main.ts'), '--root', root, ...args]
    execFile(process.execPath, command, { env: { ...process.env, CI: '', ...urls } }, (error, stdout, stderr) =>
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })

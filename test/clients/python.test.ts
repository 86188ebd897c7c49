/** @long it generates a client and starts Python programs. */
import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'

const run = promisify(execFile)
const INSTALL = 'test/clients/programs.sh FOLDER, and FOLDER on the PATH'
const isInstalled = [requireTool('openapi-python-client', INSTALL), requireTool('python-openapi', INSTALL)].every(
  Boolean,
)

let server: TestServer
let folder: string
let warnings: string
if (isInstalled)
  setUp(async (opened) => {
    server = opened.use(await startServer())
    folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'python-client-'))).path
    const { body } = await server.fetch('/openapi.json')
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(body))
    await writeFile(join(folder, 'config.yaml'), 'post_hooks: []\n')
    const args = ['--path', 'openapi.json', '--config', 'config.yaml', '--meta', 'none', '--output-path', 'gateway']
    const { stdout, stderr } = await run('openapi-python-client', ['generate', ...args], { cwd: folder })
    warnings = stdout + stderr
  })

const suite = isInstalled ? describe : describe.skip

suite('the Python client that is generated from the OpenAPI document', () => {
  test('is generated with one warning: its import sends JSON, and not CSV', () => {
    const parts = warnings.split(/^WARNING |^Unable /m).slice(1)
    expect(parts).toEqual([expect.stringContaining('POST /api/clients/import')])
    expect(parts[0]).toContain('Unsupported content type text/csv')
    expect(parts[0]).not.toContain('will not be generated')
  })

  test('has a function for each operation, and calls the gateway', async () => {
    const { token } = server.actor()
    const program = join(import.meta.dirname, 'programs/python.py')
    const { stdout } = await run('python-openapi', [program, server.url, token], { cwd: folder })
    const { functions, ...result } = JSON.parse(stdout)
    const { paths } = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'))
    const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap(Object.values)
    const plain = (name: string) => name.replaceAll('_', '').toLowerCase()
    expect(functions.map(plain).sort()).toEqual(operations.map(({ operationId }) => plain(operationId)).sort())
    expect(functions).toHaveLength(92)
    expect(result).toEqual({
      created: [201, 'First', 'PENDING', 'datetime'],
      repeated: [true, 'true'],
      imported: 2,
      'imported CSV': 1,
      page: [['First'], 4],
      exported: expect.stringMatching(/id,createdAt,[\s\S]*Fourth/),
      bulk: 1,
      missing: [404, 'NotFoundError', 'NOT_FOUND', 'Client not found'],
      invalid: [400, 'VALIDATION_ERROR', { name: expect.any(String) }],
      refused: [401, 'UnauthorizedErrorType0', 'Unauthorized'],
    })
  })
})

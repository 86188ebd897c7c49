import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { ask } from '../src/common/outgoing.ts'
import { fetchJwks } from '../src/security/auth/keys.ts'

async function serving(answer: RequestListener): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const { signal } = new AbortController()

describe('a request to a configured service', () => {
  test.each([301, 302, 303, 307, 308])('follows no redirect with status %i, not even for keys', async (status) => {
    let reached = 0
    await using internal = await serving((_, response) => {
      reached++
      response.end('{"keys":[]}')
    })
    await using outside = await serving((_, response) => response.writeHead(status, { Location: internal.url }).end())
    await expect(ask(outside.url, { signal })).rejects.toThrow()
    await expect(fetchJwks(outside.url)).rejects.toThrow()
    expect(reached).toBe(0)
  })

  test('stops after 1 MiB of an endless answer', async () => {
    await using endless = await serving((_, response) => {
      const write = () => {
        while (response.write('x'.repeat(64 * 1024)));
      }
      response.on('drain', write)
      write()
    })
    await expect(ask(endless.url, { signal })).rejects.toThrow('answered with more than 1048576 bytes')
  })

  test('reads status, headers and body', async () => {
    await using good = await serving((_, response) => response.writeHead(404, { 'X-Test': 'yes' }).end('gone'))
    const { ok, status, headers, bytes } = await ask(good.url, { signal })
    expect([ok, status, headers.get('x-test'), bytes.toString()]).toEqual([false, 404, 'yes', 'gone'])
  })
})

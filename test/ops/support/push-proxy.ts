import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from '@jest/globals'
import { Daemon, freePorts } from '../../../ops/cli/loopback/processes.ts'
import { findTool } from '../../../ops/cli/tools.ts'
import { requireTool } from '../../support/tools.ts'
import { readOps } from './stack.ts'

const installed = findTool('nginx') !== undefined || requireTool('nginx', 'apt-get install nginx-light')

/** `describe` where nginx is. */
export const proxySuite = installed ? describe : describe.skip

/** Starts the push proxy on the users of a stack, before these stores; returns the process and its address. */
export const startPushProxy = async (root: string, loki: string, tempo: string): Promise<[Daemon, string]> => {
  const [port] = await freePorts(1)
  // Only addresses and paths of the container are replaced.
  const config = readOps('push-proxy/nginx.conf')
    .replaceAll('/tmp/', `${root}/nginx-`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('resolver 127.0.0.11 valid=10s;', '')
    .replace('loki:3100', new URL(loki).host)
    .replace('tempo:4318', new URL(tempo).host)
    .replaceAll('/etc/nginx/push/', join(root, 'secrets/push/'))
    // The output of a child process is a socket here, which cannot be opened by name.
    .replace('/dev/stderr', `${root}/nginx.log`)
  const path = join(root, 'nginx.conf')
  writeFileSync(path, `daemon off;\n${process.getuid?.() === 0 ? 'user root;\n' : ''}${config}`)
  const nginx = new Daemon('nginx', ['-e', `${root}/nginx.log`, '-c', path])
  const url = `http://127.0.0.1:${port}`
  await nginx.ready(`${url}/healthz`)
  return [nginx, url]
}

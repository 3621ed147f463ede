import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/testing/free-port.ts'
import { untilListening } from './until-listening.ts'

const HAPROXY = '/usr/sbin/haproxy'
const SHIPPED = join(import.meta.dirname, '..', 'deploy', 'haproxy.cfg')

/**
 * Starts HAProxy with deploy/haproxy.cfg in front of two servers at these ports of this machine. Only its ports differ,
 * and it speaks no TLS. Throws where Debian's package haproxy is missing.
 */
export async function startHaproxy([one, other]: [number, number]) {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const config = readFileSync(SHIPPED, 'utf8')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${one}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${other}`)
    .replace('bind :80', `bind 127.0.0.1:${await freePort()}`)
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
  writeFileSync(file, config)
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  await untilListening(child, port, 'HAProxy')
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGUSR1')
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

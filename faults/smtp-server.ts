import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { until } from '../e2e/server.ts'

type Way = 'takes' | 'refuses' | 'hangs'

/** Starts a mail server as a separate process on `port`. */
export async function startSmtpServer(port: number, way: Way = 'takes') {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'smtp-server.process.ts'), String(port), way])
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  await Promise.race([until(() => output.includes('ready\n')), once(child, 'exit')])
  if (child.exitCode !== null) throw new Error(`the mail server did not start:\n${output}`)
  const lines = () => output.split('\n').slice(0, -1)

  return {
    /** The mails it accepted, in order. */
    mails: () => lines().flatMap((line) => (line.startsWith('"') ? [JSON.parse(line) as string] : [])),
    /** Makes it accept mails, refuse them, or never answer from now on. */
    async behave(way: Way) {
      while (lines().findLast((line) => !line.startsWith('"') && line !== 'ready') !== way) {
        const before = lines().length
        child.kill('SIGUSR2')
        await until(() => lines().length > before)
      }
    },
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

import type { ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { until } from '../e2e/server.ts'

/** Waits until something listens on `port` of this machine. Throws what `child` printed if it ends before that. */
export async function untilListening(child: ChildProcess, port: number, name: string) {
  let problem = ''
  child.stderr?.on('data', (chunk) => (problem += chunk))
  let isUp = false
  const look = setInterval(() => {
    const socket = connect(port, '127.0.0.1', () => {
      isUp = true
      socket.destroy()
    }).on('error', () => {})
  }, 50)
  await until(() => isUp || child.exitCode !== null)
  clearInterval(look)
  if (!isUp) throw new Error(`${name} did not start:\n${problem}`)
}

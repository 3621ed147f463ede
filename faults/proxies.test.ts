import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../server/testing/free-port.ts'
import { startHaproxy } from './haproxy.ts'
import { startNginx } from './nginx.ts'
import { PATIENCE } from './rounds.ts'
import { untilListening } from './until-listening.ts'

/**
 * In milliseconds: how long one of two servers is as it is, when a proxy must have noticed, and how long calls may take
 * then.
 */
const [FAULT, NOTICED, LONGEST] = [20_000, 10_000, 3_000]
/** A few calls may try once more whether a server is back, each of nginx's two processes some. */
const [SLOW, MOST_SLOW] = [900, 8]
const PROGRAM = join(import.meta.dirname, 'counting.process.ts')

let folder: string
let ports: [number, number]
const children: ChildProcess[] = []
const sockets: Socket[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proxies-'))
  ports = [await freePort(), await freePort()]
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const noted = () => join(folder, 'noted')
async function start(port: number, backlog = 500) {
  const words = [PROGRAM, String(port), String(backlog), noted()]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  children.push(child)
  await untilListening(child, port, 'a server')
  return child
}

/** What happens to the first of two servers; resolves to what ends it. */
const faults: Record<string, (child: ChildProcess, port: number) => Promise<() => void>> = {
  accepting: async () => () => {},
  refusing: async (child) => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    return () => {}
  },
  // As a machine that is switched off: it takes no connection, and refuses none.
  dropping: async (child, port) => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    const full = await start(port, 1)
    full.kill('SIGSTOP')
    for (let taken = 0; taken < 8; taken++) sockets.push(connect(port, '127.0.0.1').on('error', () => {}))
    return () => {
      for (const socket of sockets.splice(0)) socket.destroy()
      full.kill('SIGKILL')
    }
  },
  frozen: async (child) => {
    child.kill('SIGSTOP')
    return () => child.kill('SIGCONT')
  },
}

/** Calls all the time while the first of two servers behind `proxy` is at fault; no call is sent again. */
async function callBeside(proxy: { url: string; stop: () => Promise<void> }, first: ChildProcess, fault: string) {
  const problems: string[] = []
  const slow: string[] = []
  const calls: Promise<void>[] = []
  let sent = 0
  const end = await faults[fault]?.(first, ports[0])
  const began = performance.now()
  async function callOnce() {
    const id = `call-${sent++}`
    const asked = performance.now()
    const status = await fetch(proxy.url, { method: 'POST', body: id }).then(
      (answer) => answer.status,
      (error: Error) => error.message,
    )
    const [at, took] = [Math.round(asked - began), Math.round(performance.now() - asked)]
    if (status !== 200) problems.push(`${id} at ${at} ms: ${status} after ${took} ms`)
    else if (at > NOTICED && took > LONGEST) problems.push(`${id} at ${at} ms took ${took} ms`)
    else if (at > NOTICED && took > SLOW) slow.push(`${id} at ${at} ms took ${took} ms`)
  }
  while (performance.now() - began < FAULT) {
    calls.push(callOnce())
    await setTimeout(40)
  }
  end?.()
  await Promise.all(calls)
  await proxy.stop()
  const ids = existsSync(noted()) ? readFileSync(noted(), 'utf8').trim().split('\n').toSorted() : []
  const expected = Array.from({ length: sent }, (_, number) => `call-${number}`).toSorted()
  return { problems, slow: slow.slice(MOST_SLOW), done: ids, asked: expected }
}

describe('while one of two servers is at fault, calls are answered in time after ten seconds, none is lost, none done twice', () => {
  it.each(Object.keys(faults))(
    'haproxy.cfg: %s',
    async (fault) => {
      const [first] = [await start(ports[0]), await start(ports[1])]
      const { asked, ...met } = await callBeside(await startHaproxy(ports), first, fault)
      expect(met).toEqual({ problems: [], slow: [], done: asked })
    },
    PATIENCE,
  )

  // It asks no server whether it works, so that one which hangs is asked by calls.
  it.each(Object.keys(faults).filter((fault) => fault !== 'frozen'))(
    'nginx.conf: %s',
    async (fault) => {
      const [first] = [await start(ports[0]), await start(ports[1])]
      const { asked, ...met } = await callBeside(await startNginx(ports), first, fault)
      expect(met).toEqual({ problems: [], slow: [], done: asked })
    },
    PATIENCE,
  )
})

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * One address for several servers, like a floating address or a proxy: new connections lead to the server that it
 * points to; existing ones stay where they are until they are cut.
 */
export async function startSwitch(first: string) {
  let target = new URL(first)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${target.protocol}//${target.username}@127.0.0.1:${port}`,
    pointTo(url: string) {
      target = new URL(url)
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

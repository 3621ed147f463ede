import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureFetcher } from './fetch-picture.ts'

/** As many bytes as requested below, one by one. */
async function drip(response: ServerResponse) {
  for (let sent = 0; sent < SMALL; sent += 1) if (!response.write('x')) await once(response, 'drain')
  response.end()
}
const SMALL = 20_000

let server: Server
let base: string
const asked: string[] = []
beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.cookie ?? ''}${headers.authorization ?? ''}`.trim())
    const to = /^\/to\/(.*)/.exec(url)?.[1]
    if (to) return response.writeHead(302, { location: decodeURIComponent(to) }).end()
    if (url === '/round') return response.writeHead(302, { location: '/round' }).end()
    if (url === '/none') return response.writeHead(404).end('none')
    if (url === '/endless') return response.write('some')
    // Without a length, so that only reading reveals how many there are.
    if (url === '/small') return void drip(response)
    if (url === '/large') for (let count = 0; count < 20; count += 1) response.write(Buffer.alloc(1024))
    response.end('bytes')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const strict = pictureFetcher()
const lenient = pictureFetcher({ allowIPAddressList: ['127.0.0.1'], anyPort: true })
const to = (address: string) => `${base}/to/${encodeURIComponent(address)}`

describe('a picture on another server', () => {
  it('is fetched, after redirects too', async () => {
    expect(Buffer.from(await lenient(`${base}/a.png`, 100)).toString()).toBe('bytes')
    expect(Buffer.from(await lenient(to('/b.png'), 100)).toString()).toBe('bytes')
    expect(asked.slice(-2)).toEqual([`/to/${encodeURIComponent('/b.png')}`, '/b.png'])
  })

  it('is read and counted in whatever pieces it comes', async () => {
    const bytes = await lenient(`${base}/small`, SMALL)
    expect(Buffer.from(bytes).toString()).toBe('x'.repeat(SMALL))
    await expect(lenient(`${base}/small`, SMALL - 1)).rejects.toThrow(`the answer has more than ${SMALL - 1} bytes`)
  })

  it('is refused when it is too large, missing, or its address leads round', async () => {
    await expect(lenient(`${base}/large`, 10_000)).rejects.toThrow('the answer has more than 10000 bytes')
    await expect(lenient(`${base}/none`, 100)).rejects.toThrow('the server answered 404')
    await expect(lenient(`${base}/round`, 100)).rejects.toThrow('the server redirected too often')
  })

  it('is given up when its bytes do not end', async () => {
    const impatient = pictureFetcher({ allowIPAddressList: ['127.0.0.1'], anyPort: true, timeoutMs: 50 })
    await expect(impatient(`${base}/endless`, 100)).rejects.toThrow('aborted')
  })

  it.each([
    ['our own host', 'http://127.0.0.1/a.png'],
    ['its name', 'http://localhost/a.png'],
    ['its name as a host', 'http://localhost.localdomain/a.png'],
    ['a number', 'http://2130706433/a.png'],
    ['hexadecimal', 'http://0x7f.1/a.png'],
    ['a private network', 'http://10.0.0.1/a.png'],
    ['a shared network', 'http://100.64.0.1/a.png'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['all hosts', 'http://0.0.0.0/a.png'],
    ['IPv6', 'http://[::1]/a.png'],
    ['IPv4 in IPv6', 'http://[::ffff:127.0.0.1]/a.png'],
    ['a local network', 'http://[fe80::1]/a.png'],
    ['IPv4 in old IPv6', 'http://[::7f00:1]/a.png'],
    ['the host of a cloud', 'http://168.63.129.16/a.png'],
    ['a file', 'file:///etc/passwd'],
    ['another port', 'http://192.0.2.1:6379/a.png'],
    ['a name and a password', 'http://ada:secret@192.0.2.1/a.png'],
  ])('is never looked for at %s', async (_, address) => {
    await expect(strict(address, 100)).rejects.toThrow(/is not allowed|is not fetched|ENOTFOUND|EAI_AGAIN/)
  })

  it('is not looked for there after a redirect either', async () => {
    const known = asked.length
    await expect(lenient(to('http://169.254.169.254/'), 100)).rejects.toThrow('is not allowed')
    await expect(lenient(to('file:///etc/passwd'), 100)).rejects.toThrow('this address is not fetched')
    expect(asked).toHaveLength(known + 2)
  })
})

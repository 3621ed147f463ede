import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { callerAddress, watchForwarded } from './caller-address.ts'

it('The address of a caller is that without the port that some proxies write behind it', () => {
  const addresses = [
    '192.0.2.7',
    '192.0.2.7:4711',
    '2001:db8::1',
    '[2001:db8::1]:443',
    '[2001:db8::1]',
    'unknown:1',
    '',
  ]
  expect(addresses.map((ip) => callerAddress({ ip }))).toEqual([
    '192.0.2.7',
    '192.0.2.7',
    '2001:db8::1',
    '2001:db8::1',
    '2001:db8::1',
    'unknown:1',
    '',
  ])
})

it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
  'A proxy that is not counted is said once: %s',
  async (header) => {
    const lines: string[] = []
    const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
    const isIgnored = watchForwarded(app, { trustProxy: 0 })
    app.get('/', () => 'there')
    await app.inject('/')
    expect([isIgnored(), lines.length]).toEqual([false, 0])
    for (let call = 0; call < 3; call++) await app.inject({ url: '/', headers: { [header]: '198.51.100.1' } })
    expect([isIgnored(), lines.length]).toEqual([true, 1])
    expect(lines[0]).toContain('TRUST_PROXY is 0')
    await app.close()
  },
)

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/testing/free-port.ts'
import { untilListening } from './until-listening.ts'

const NGINX = '/usr/sbin/nginx'
const SHIPPED = join(import.meta.dirname, '..', 'deploy', 'nginx.conf')

/**
 * Starts nginx with deploy/nginx.conf in front of servers at these ports of this machine. Only its ports and where its
 * files are differ, and it speaks no TLS. With `caches` it keeps what answers allow it to, as a CDN does, and says in
 * `x-cache` whether it had an answer. Throws where Debian's package nginx-light is missing.
 */
export async function startNginx(ports: number[], { caches = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  // Its workers may run as another user, who must reach what they keep there.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  const config = inFrontOf(ports, port, await freePort())
  writeFileSync(file, around(folder, caches ? cached(folder, config) : config))
  const child = spawn(NGINX, ['-p', folder, '-c', file, '-e', join(folder, 'error.log'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilListening(child, port, 'nginx')
  return {
    url: `http://127.0.0.1:${port}`,
    /** What went wrong between nginx and the servers, except ports on which nothing listens. */
    troubles: () =>
      readFileSync(join(folder, 'error.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('[error]') && !line.includes('Connection refused')),
    async stop() {
      child.kill('SIGQUIT')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

/** What nginx says about the shipped deploy/nginx.conf, with a test certificate. Throws if nginx refuses it. */
export function testShippedConfig() {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const words = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=office.example.com'.split(' ')
  execFileSync('openssl', [...words, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  const shipped = readFileSync(SHIPPED, 'utf8')
    .replaceAll(/\/etc\/letsencrypt\S*fullchain.pem/g, certificate)
    .replaceAll(/\/etc\/letsencrypt\S*privkey.pem/g, key)
    // No port is bound that another server may use.
    .replaceAll(
      /listen (\S*?)(80|443)\b/g,
      (_all, host: string, port: string) => `listen ${host}${Number(port) + 20_000}`,
    )
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, around(folder, shipped))
  try {
    execFileSync(NGINX, ['-t', '-p', folder, '-c', file, '-e', join(folder, 'error.log')], { stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function inFrontOf(ports: number[], port: number, plainPort: number) {
  return readFileSync(SHIPPED, 'utf8')
    .replace(/^( *server) 127\.0\.0\.1:3000(.*;)$/gm, (_line, server: string, more: string) =>
      ports.map((port) => `${server} 127.0.0.1:${port}${more}`).join('\n'),
    )
    .replaceAll(/^ *(listen \[::\]|ssl_).*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
}

const cached = (folder: string, config: string) =>
  `proxy_cache_path ${folder}/cache keys_zone=shared:1m;\n${config}`.replace(
    /(?<=^ *location \/ \{)$/m,
    `
        proxy_cache shared;
        proxy_cache_key $request_uri$http_x_api_key;
        proxy_cache_revalidate on;
        add_header X-Cache $upstream_cache_status always;`,
  )

function around(folder: string, config: string) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `pid ${folder}/nginx.pid;
worker_processes 2;
events { worker_connections 512; }
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${config}
}
`
}

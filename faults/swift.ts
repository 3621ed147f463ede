import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '../server/testing/free-port.ts'

/** Debian's own Python has the packages; another Python may come first in PATH. */
const PYTHON = '/usr/bin/python3'
const KINDS = ['account', 'container', 'object'] as const

/**
 * OpenStack Swift with its S3 interface, from Debian's python3-swift: four processes of the current user on the
 * loopback interface, with one copy of everything in a separate folder, and a bucket to use.
 */
export async function startSwift(bucket: string) {
  const folder = mkdtempSync(join(tmpdir(), 'swift-'))
  mkdirSync(join(folder, 'disks/disk'), { recursive: true })
  const [proxy, ...ports] = await Promise.all(['proxy', ...KINDS].map(freePort))
  writeSettings(folder, proxy as number, ports)
  run('rings', folder, ...ports.map(String))
  const processes = Object.fromEntries(['proxy', ...KINDS].map((role) => [role, serve(role, folder)]))
  for (const port of [proxy, ...ports]) await listening(port as number)

  const settings = {
    bucket,
    prefix: '',
    endpoint: `http://127.0.0.1:${proxy}`,
    region: 'us-east-1',
    accessKeyId: 'camp:office',
    secretAccessKey: 'the-secret',
  }
  const { accessKeyId, secretAccessKey, endpoint, region } = settings
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))

  return {
    settings,
    /** The settings that make a server use it. */
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    /** Accepts calls and never answers. */
    hang: () => processes.proxy?.kill('SIGSTOP'),
    continueWith: () => processes.proxy?.kill('SIGCONT'),
    /** The part that keeps the files is gone: calls are answered with faults. */
    loseObjects: () => end(processes.object),
    /** Nothing listens any more. */
    goDown: () => end(processes.proxy),
    async comeBack() {
      for (const [role, child] of Object.entries(processes)) {
        if (child.exitCode === null && child.signalCode === null) continue
        processes[role] = serve(role, folder)
        await listening([proxy, ...ports][['proxy', ...KINDS].indexOf(role)] as number)
      }
    },
    async stop() {
      for (const child of Object.values(processes)) await end(child)
      rmSync(folder, { recursive: true })
    },
  }
}

function writeSettings(folder: string, proxy: number, ports: number[]) {
  const write = (name: string, sections: Record<string, Record<string, string | number>>) => {
    const lines = Object.entries(sections).flatMap(([section, values]) => [
      `[${section}]`,
      ...Object.entries(values).map(([key, value]) => `${key} = ${value}`),
    ])
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  }
  const shared = {
    bind_ip: '127.0.0.1',
    workers: 0,
    user: userInfo().username,
    swift_dir: folder,
    log_level: 'WARNING',
  }
  write('swift.conf', {
    'swift-hash': { swift_hash_path_prefix: 'camp', swift_hash_path_suffix: 'camp' },
    'storage-policy:0': { name: 'only', default: 'yes' },
  })
  for (const [place, kind] of KINDS.entries()) {
    write(`${kind}.conf`, {
      DEFAULT: { ...shared, bind_port: ports[place] as number, devices: join(folder, 'disks'), mount_check: 'false' },
      'pipeline:main': { pipeline: `${kind}-server` },
      [`app:${kind}-server`]: { use: `egg:swift#${kind}` },
    })
  }
  const filters = ['catch_errors', 'cache', 's3api', 'tempauth', 'copy', 'slo', 'dlo']
  const more: Record<string, Record<string, string>> = {
    // Nothing listens there, which does no harm: tokens are not used.
    cache: { use: 'egg:swift#memcache', memcache_servers: '127.0.0.1:1' },
    s3api: { use: 'egg:swift#s3api', location: 'us-east-1' },
    tempauth: { use: 'egg:swift#tempauth', user_camp_office: 'the-secret .admin' },
  }
  write('proxy.conf', {
    DEFAULT: { ...shared, bind_port: proxy },
    'pipeline:main': { pipeline: `${filters.join(' ')} proxy-server` },
    'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: 'true' },
    ...Object.fromEntries(filters.map((name) => [`filter:${name}`, more[name] ?? { use: `egg:swift#${name}` }])),
  })
}

const script = join(import.meta.dirname, 'swift.process.py')

function run(...words: string[]) {
  const { status, stderr, error } = spawnSync(PYTHON, [script, ...words], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Swift needs the Debian package python3-swift: ${error?.message ?? stderr}`)
}

const serve = (role: string, folder: string) => spawn(PYTHON, [script, role, folder], { stdio: 'ignore' })

async function end(child: ChildProcess | undefined) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function listening(port: number) {
  for (let tries = 0; tries < 600; tries++) {
    const socket = connect(port, '127.0.0.1')
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (open) return
    await setTimeout(100)
  }
  throw new Error('Swift did not start')
}

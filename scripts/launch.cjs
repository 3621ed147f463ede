/* Makes ready what a task needs, then runs it on the project's own Node.
   This file itself must run on any Node that a Debian machine may have, so it keeps to old JavaScript. */
'use strict'

const { spawn, spawnSync } = require('child_process')
const { createHash } = require('crypto')
const fs = require('fs')
const path = require('path')

const root = path.join(__dirname, '..')
const OLDEST_NODE = [24, 21]
const parent = process.ppid

/* What tests need of Debian: each package with a place where it is found once it is installed. */
const chromium = { name: 'chromium', probes: ['/usr/bin/chromium'] }
// Without the parts that draw windows: smaller, and quicker on slow cores.
const headlessChromium = { name: 'chromium-headless-shell', probes: ['/usr/bin/chromium-headless-shell'] }
const postgresql = { name: 'postgresql', probes: ['/usr/lib/postgresql'], unless: 'TEST_POSTGRES_URL' }
// Those that are ended on purpose are never somebody else's.
const ownPostgresql = { name: 'postgresql', probes: ['/usr/lib/postgresql'] }
const strace = { name: 'strace', probes: ['/usr/bin/strace'] }
const pgbouncer = { name: 'pgbouncer', probes: ['/usr/sbin/pgbouncer'] }
const swift = { name: 'python3-swift', probes: ['/usr/lib/python3/dist-packages/swift'] }
const nginx = { name: 'nginx-light', probes: ['/usr/sbin/nginx'] }
const haproxy = { name: 'haproxy', probes: ['/usr/sbin/haproxy'] }
const openssl = { name: 'openssl', probes: ['/usr/bin/openssl'] }
const libfaketime = {
  name: 'libfaketime',
  probes: ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime'],
}

const withoutServices = [
  'set -e',
  'export DEBIAN_FRONTEND=noninteractive',
  'policy=/usr/sbin/policy-rc.d',
  'if [ ! -e $policy ]; then',
  "  trap 'rm -f $policy' EXIT",
  "  printf '#!/bin/sh\\nexit 101\\n' > $policy",
  '  chmod +x $policy',
  'fi',
  'apt-get update -qq',
  'apt-get install -y -qq --no-install-recommends "$@"',
].join('\n')

const tasks = {
  start: { needs: [install, build], run: ['server/main.ts'] },
  dev: { needs: [install], run: ['scripts/dev.ts'] },
  unit: { needs: [installAll], run: ['node_modules/vitest/vitest.mjs', 'run', '--project', '!faults'] },
  types: { needs: [installAll], program: 'tsc', run: ['--noEmit'] },
  lint: { needs: [installAll], program: 'oxlint', run: ['--type-aware', '--type-check', '--deny-warnings', '.'] },
  format: { needs: [installAll], program: 'biome', run: ['check', '--write', '.'] },
  test: { needs: [installAll, debian(headlessChromium, postgresql)], run: ['scripts/check.ts'] },
  'test:all': {
    needs: [
      installAll,
      debian(ownPostgresql, strace, libfaketime, swift, pgbouncer, headlessChromium, nginx, haproxy, openssl),
    ],
    run: ['scripts/check.ts', 'all'],
  },
  bench: { needs: [installAll, build, debian(chromium, ownPostgresql)], run: ['bench/bench.ts'] },
  faults: {
    needs: [
      installAll,
      build,
      debian(ownPostgresql, strace, libfaketime, swift, pgbouncer, headlessChromium, nginx, haproxy, openssl),
    ],
    run: ['scripts/faults.ts'],
  },
  e2e: {
    needs: [installAll, debian(headlessChromium, swift), build],
    run: ['node_modules/@playwright/test/cli.js', 'test'],
  },
  build: { needs: [install, build] },
  backup: { needs: [install], run: ['scripts/backup.ts'] },
  'test:postgres': { needs: [installAll, debian(postgresql)], run: ['scripts/test-postgres.ts'] },
  admin: { needs: [install], run: ['scripts/admin.ts'] },
  seed: { needs: [install], run: ['scripts/seed.ts'] },
  move: { needs: [install], run: ['scripts/move.ts'] },
  places: { needs: [install], run: ['scripts/make-places.ts'] },
  'check-backup': { needs: [install], run: ['scripts/check-backup.ts'] },
  restore: { needs: [install], run: ['scripts/restore.ts'] },
}

/* What a build needs is installed whatever NODE_ENV says. What only the checks need are the peer dependencies. */
const INSTALL = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']

const name = process.argv[2]
const task = tasks[name]
if (!task) stop('Unknown task ' + name + '. Known tasks: ' + Object.keys(tasks).join(', ') + '.')
process.chdir(root)
task.needs.forEach(function (need) {
  need()
})
if (task.run) run(task.program, task.run.concat(process.argv.slice(3)))

/* In a container's image everything is there already, and what tells whether it is has been left out. */
function isImage() {
  return !fs.existsSync('package-lock.json')
}

/* What starts, builds and serves. */
function install() {
  installPackages(false)
}

/* What checks as well. */
function installAll() {
  installPackages(true)
}

function installPackages(forChecks) {
  if (isImage()) return
  const lock = fingerprint(['package-lock.json'])
  const stamp = path.join('node_modules', '.installed')
  const installed = read(stamp)
  const everything = lock + ' with checks'
  if (installed !== everything && (forChecks || installed !== lock)) {
    // What is there stays where only the rest is missing.
    const missing = installed === lock ? ['install', '--no-save', '--include=peer'] : ['ci']
    npm(missing.concat(forChecks ? [] : ['--omit=peer'], INSTALL), forChecks)
    fs.writeFileSync(stamp, forChecks ? everything : lock)
  }
  const version = spawnSync(node(), ['--version'], { encoding: 'utf8' }).stdout || ''
  const found = version.replace('v', '').split('.').map(Number)
  if (found[0] < OLDEST_NODE[0] || (found[0] === OLDEST_NODE[0] && found[1] < OLDEST_NODE[1])) {
    stop(
      'npm has no Node for this machine, and its own ' +
        version.trim() +
        ' is too old: ' +
        OLDEST_NODE.join('.') +
        ' or newer is needed.',
    )
  }
}

function build() {
  if (isImage()) return
  // Pruned, or installed without what only a build needs.
  if (!fs.existsSync('node_modules/vite')) npm(['ci', '--omit=peer'].concat(INSTALL), false)
  const sources = fingerprint(['package-lock.json', 'vite.config.ts', 'contract', 'web'])
  const stamp = path.join('dist', '.built')
  if (read(stamp) === sources) return
  console.log('Building the application; this takes some seconds.')
  const built = spawnSync(node(), ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    stdio: 'inherit',
  })
  if (built.status !== 0) stop('The application could not be built.')
  fs.writeFileSync(stamp, sources)
}

/* A need: that these packages are there. What is missing is installed at once, and starts no service. */
function debian() {
  const wanted = Array.from(arguments)
  return function () {
    const missing = wanted.filter(function (one) {
      return !(one.unless && process.env[one.unless]) && !one.probes.some(fs.existsSync)
    })
    if (missing.length) installFromDebian(missing.map(nameOf))
  }
}

function nameOf(one) {
  return one.name
}

function installFromDebian(names) {
  console.log('Installing for the tests: ' + names.join(', ') + '.')
  const asRoot = process.getuid && process.getuid() === 0 ? [] : ['sudo']
  const command = asRoot.concat(['sh', '-c', withoutServices, 'sh'], names)
  const done = spawnSync(command[0], command.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0) stop('Please install ' + names.join(', ') + ', then try again: they could not be installed.')
}

/* Runs npm, and shows how far it is: npm itself says nothing until the end. */
function npm(words, forChecks) {
  const shown = spawn(
    process.execPath,
    [path.join(__dirname, 'install-progress.cjs'), forChecks ? 'with checks' : ''],
    { stdio: ['ignore', 'inherit', 'ignore'] },
  )
  const byNpm = process.env.npm_execpath
  const quiet = words.concat('--progress=false')
  const done = byNpm
    ? spawnSync(process.execPath, [byNpm].concat(quiet), { stdio: 'inherit' })
    : spawnSync('npm', quiet, { stdio: 'inherit', shell: process.platform === 'win32' })
  shown.kill()
  if (done.status !== 0) stop('The packages could not be installed.')
}

function node() {
  const pinned = path.join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  return fs.existsSync(pinned) ? path.resolve(pinned) : 'node'
}

/* Runs a program of a package, or by default the project's Node. */
function run(program, words) {
  const bin = path.join(root, 'node_modules', '.bin')
  const env = Object.assign({}, process.env, { PATH: bin + path.delimiter + process.env.PATH })
  const child = spawn(program ? path.join(bin, program) : node(), words, {
    stdio: 'inherit',
    env: env,
    shell: process.platform === 'win32',
  })
  let told = false
  function stopChild(signal) {
    // Once is enough: a signal to all processes at once has reached the child as well.
    if (!told) child.kill(signal)
    told = true
  }
  ;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    // A signal from the keyboard reaches the child by itself; one sent to this process alone is handed on.
    process.on(signal, function () {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) stopChild(signal)
    })
  })
  // npm dies of a signal without handing it on; stopping npm means stopping the task.
  setInterval(function () {
    if (process.ppid !== parent) stopChild('SIGTERM')
  }, 500).unref()
  child.on('exit', function (code, signal) {
    process.exit(signal ? 1 : code)
  })
}

function fingerprint(places) {
  const hash = createHash('sha256')
  places.forEach(function walk(place) {
    if (fs.statSync(place).isDirectory()) {
      fs.readdirSync(place)
        .sort()
        .forEach(function (entry) {
          walk(path.join(place, entry))
        })
    } else {
      hash.update(place).update('\0').update(fs.readFileSync(place)).update('\0')
    }
  })
  return hash.digest('hex')
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function stop(message) {
  console.error(message)
  process.exit(1)
}

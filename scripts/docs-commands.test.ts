import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copiedIntoImage } from '../server/testing/image-layout.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts
const knownSettings = read('server/settings/environment.ts') + read('server/settings/secret-files.ts')
const isSetting = (name: string) =>
  knownSettings.includes(`  ${name}: `) || knownSettings.includes(`'${name.replace(/_FILE$/, '')}'`)

/** Each command line that the docs show, without its comment; what is joined by && is several. */
const lines = globSync('{*.md,docs/**/*.md,attacks/*.md}', { cwd: root })
  .flatMap((page) => [...read(page).matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = '']) => block))
  .flatMap((block) => block.split('\n'))
  .flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(' && '))
  .map((line) => line.trim())
  .filter(Boolean)
/** The values of a flag that may come several times, such as -e. */
const valuesOf = (line: string, flag: string) =>
  [...line.matchAll(new RegExp(` ${flag}[ =](\\S+)`, 'g'))].map(([, value = '']) => value)

/**
 * What a line runs, and what of it can be held against the product; `npm run faults` runs most of them
 * (faults/commands).
 */
const kinds: [pattern: RegExp, check: (line: string) => void][] = [
  [
    /^(?:[A-Z_]+=\S+ )*npm (?:run )?[\w:-]+/,
    (line) => {
      const [, name = ''] = /npm (?:run )?([\w:-]+)/.exec(line) ?? []
      expect(scripts).toHaveProperty(name)
      const program = /\.cjs (\S+)$/.exec(scripts[name] ?? '')?.[1] ?? name
      const sources = globSync([`scripts/${program}.ts`, 'bench/*.ts'], { cwd: root })
        .map(read)
        .join('\n')
      // Those of the test runners are theirs.
      if (['unit', 'e2e', 'test:postgres'].includes(name)) return
      for (const [, flag = ''] of line.matchAll(/ --(\w[\w-]*)/g)) expect(sources).toMatch(new RegExp(`\\b${flag}\\b`))
    },
  ],
  // faults/commands moves to such a database.
  [/^createdb \w+$/, () => expect(read('faults/postgres.ts')).toContain('create database')],
  [/^docker build -t rv-back-office \.$/, () => expect(existsSync(join(root, 'Dockerfile'))).toBe(true)],
  [/^docker compose stop app$/, () => expect(read('compose.yaml')).toMatch(/^ {2}app:$/m)],
  [
    /^docker compose (?:exec|run --rm) app node scripts\/\w+\.ts/,
    (line) => {
      const [script = '', folder = ''] = /scripts\/\w+\.ts/.exec(line) ?? []
      expect([existsSync(join(root, script)), copiedIntoImage.includes('scripts'), folder]).toEqual([true, true, ''])
      const backups = / (\/backups)\b/.exec(line)?.[1]
      if (backups) expect(read('compose.yaml')).toMatch(/BACKUP_DIR: \/backups[^]*- backups:\/backups/)
    },
  ],
  [
    /^docker run .* rv-back-office$/,
    (line) => {
      const given = Object.fromEntries(valuesOf(line, '-e').map((pair) => pair.split('=') as [string, string]))
      expect(Object.keys(given).filter((name) => !isSetting(name))).toEqual([])
      const baked = Object.fromEntries(
        (/^ENV (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '')
          .split(' ')
          .map((pair) => pair.split('=') as [string, string]),
      )
      const used = Object.values({ ...baked, ...given })
      const mounted = valuesOf(line, '-v').map((volume) => volume.split(':')[1])
      expect(new Set(mounted)).toEqual(new Set([baked.DATA_DIR, given.BACKUP_DIR]))
      expect(mounted.filter((folder) => !used.includes(folder ?? ''))).toEqual([])
      expect(valuesOf(line, '-p')).toEqual([`127.0.0.1:3000:${baked.PORT}`])
      // What the server takes at most: its drain of two seconds, 25 for what is under way, and what it closes after.
      expect(Number(valuesOf(line, '--stop-timeout')[0])).toBeGreaterThanOrEqual(30)
      // Behind a proxy that ends TLS, with data that is not an example.
      expect(given).toMatchObject({ PUBLIC_URL: expect.stringMatching(/^https:/), TRUST_PROXY: '1' })
      expect(given).toHaveProperty('ADMIN_EMAIL')
    },
  ],
]

describe('the command lines of the docs', () => {
  it('are found', () => expect(lines.length).toBeGreaterThan(25))

  it.each([...new Set(lines)])('%s', (line) => {
    expect.hasAssertions()
    const check = kinds.find(([pattern]) => pattern.test(line))?.[1]
    expect(check, 'a line of a kind that no test knows').toBeDefined()
    return check?.(line)
  })

  it('of the unit for systemd name its user, folders, settings and secrets', () => {
    const unit = read('deploy/rv-back-office.service')
    const shown = unit.replaceAll(/ \\\n# +/g, ' ')
    const command = /systemd-run .*/.exec(shown)?.[0] ?? ''
    const settings = valuesOf(command, '-E').map((pair) => pair.split('=') as [string, string])
    expect(settings.map(([name]) => name).filter((name) => !isSetting(name))).toEqual([])
    const set = Object.fromEntries(settings)
    expect(unit).toContain(`\nEnvironment=DATA_DIR=${set.DATA_DIR}\n`)
    expect(unit).toContain(`\nUser=${valuesOf(command, '--uid')[0]}\n`)
    const [, folder = ''] = /cd (\S+) && systemd-run/.exec(shown) ?? []
    expect(unit).toContain(`\nWorkingDirectory=${folder}\n`)
    for (const property of valuesOf(command, '-p')) expect(unit).toMatch(new RegExp(`^#?${escape(property)}$`, 'm'))
    const [, credential = ''] = / LoadCredential=([\w-]+):/.exec(command.replaceAll('-p ', '')) ?? []
    const own = `/run/credentials/${valuesOf(command, '--unit')[0]}.service/${credential}`
    expect(set.DATABASE_URL_FILE).toBe(own)
    expect(unit).toContain(`#Environment=DATABASE_URL_FILE=%d/${credential}\n`)
    const [program = '', script = ''] = / (\S+node) (scripts\S+) /.exec(command)?.slice(1) ?? []
    expect(unit).toContain(`ExecStart=${folder}/${program} `)
    expect(existsSync(join(root, script))).toBe(true)
  })
})

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

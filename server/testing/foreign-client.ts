import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A third-party client generator. */
type Generator = {
  program: string
  words: (description: string, folder: string) => string[]
  /** The client's file to import. */
  entry: string
  /** Compiler options that its clients never satisfy, whatever they are made from. */
  without?: string
}

const generators = {
  'openapi-typescript-codegen': {
    program: 'openapi-typescript-codegen/bin/index.js',
    words: (description, folder) => [
      '--input',
      description,
      '--output',
      folder,
      '--client',
      'fetch',
      '--useOptions',
      '--useUnionTypes',
    ],
    entry: 'index.ts',
  },
  orval: {
    program: 'orval/dist/bin/orval.mjs',
    words: (description, folder) => [
      '--input',
      description,
      '--output',
      join(folder, 'client.ts'),
      '--client',
      'fetch',
    ],
    entry: 'client.ts',
  },
  'swagger-typescript-api': {
    program: 'swagger-typescript-api/dist/cli.mjs',
    words: (description, folder) => ['generate', '--path', description, '--output', folder, '--name', 'client.ts'],
    entry: 'client.ts',
    without: '--exactOptionalPropertyTypes',
  },
} satisfies Record<string, Generator>

const STRICTLY = [
  '--ignoreConfig --noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --skipLibCheck',
  '--allowImportingTsExtensions --target es2023 --module esnext --moduleResolution bundler',
  '--lib es2023,dom,dom.iterable',
].flatMap((words) => words.split(' '))

/**
 * Makes a client from a description with a third-party generator. `complaints` compiles code that imports from
 * `client`, together with the client, and returns the compiler's messages.
 */
export function foreignClient(generator: keyof typeof generators, description: object) {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const { program, words, entry, without }: Generator = generators[generator]
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(description))
  const made = run(join('node_modules', program), ...words(join(folder, 'openapi.json'), join(folder, 'client')))
  if (made.status !== 0) throw new Error(`${generator} made no client: ${made.said}`)
  const client = join(folder, 'client', entry)
  // Its makers ask the compiler not to look.
  writeFileSync(client, readFileSync(client, 'utf8').replace('// @ts-nocheck', ''))
  return {
    complaints(code: string) {
      writeFileSync(join(folder, 'use.ts'), code.replaceAll(`from 'client'`, `from './client/${entry}'`))
      const options = STRICTLY.filter((option) => option !== without)
      return run('node_modules/typescript/bin/tsc', ...options, '--types', '', join(folder, 'use.ts')).said
    },
    throwAway: () => rmSync(folder, { recursive: true }),
  }
}

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appOpenApi } from '../server/http/app-openapi.ts'
import { editsOf, RELEASED_EDITS, releasedEdits } from '../server/testing/released-edits.ts'

/**
 * Writes what a release promises, when it is made: the description for apps, the client of the example app, and the
 * fields that edits take.
 */
const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const path = join(root, 'server/http/app-released.json')
writeFileSync(path, eachOnALine(appOpenApi(version)))
const earlier = releasedEdits().filter((release) => release.version !== version)
writeFileSync(RELEASED_EDITS, `${JSON.stringify([...earlier, editsOf(version)], null, 2)}\n`)
const orval = ['node_modules/orval/dist/bin/orval.mjs', '--config', 'e2e/app/orval.config.ts']
process.exitCode = spawnSync(process.execPath, orval, { cwd: root, stdio: 'inherit' }).status ?? 1

/** JSON with a line for each call and component, so that what changes shows in Git. */
function eachOnALine({ paths, components, ...rest }: ReturnType<typeof appOpenApi>) {
  const lines = (value: object): string =>
    `{\n${Object.entries(value)
      .map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`)
      .join(',\n')}\n}`
  const parts = Object.entries(components).map(([name, part]) => `${JSON.stringify(name)}: ${lines(part as object)}`)
  return `${JSON.stringify(rest).slice(0, -1)},\n"paths": ${lines(paths)},\n"components": {\n${parts.join(',\n')}\n}}\n`
}

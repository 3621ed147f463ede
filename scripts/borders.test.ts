import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The files of a project, each of which breaks a border: the rules of this one must bite. */
const broken: [file: string, imports: string, lesson: string][] = [
  ['contract/a.ts', '#server/app.ts', 'The contract is what browser and server agree on'],
  ['contract/b.ts', 'kysely', 'The contract is what browser and server agree on'],
  ['server/clock.ts', '#web/api/call.ts', 'The server knows nothing of the application'],
  ['server/settings/a.ts', '#web/api/call.ts', 'The server knows nothing of the application'],
  ['server/settings/b.ts', '../db/schema.ts', 'server/settings knows only the modules below it'],
  ['server/tables/a.ts', '../db/schema.ts', 'server/tables knows only the modules below it'],
  ['server/processes/a.ts', '../live/bus.ts', 'server/processes knows only the modules below it'],
  ['server/processes/b.ts', '../main.ts', 'server/processes knows only the modules below it'],
  ['server/processes/c.ts', '../deps.ts', 'The parts that main.ts picks are for resources'],
  ['server/db/a.ts', '../http/serve.ts', 'HTTP belongs into server/http'],
  ['server/db/b.ts', '../resources/years/years.service.ts', 'server/db knows only the modules below it'],
  ['server/db/c.ts', '../integrations/files/disk.ts', 'server/db knows only the modules below it'],
  ['server/auth/a.ts', '../start/open-files.ts', 'server/auth knows only the modules below it'],
  ['server/live/a.ts', '../http/serve.ts', 'HTTP belongs into server/http'],
  ['server/live/b.ts', '../resources/live/presence.ts', 'server/live knows only the modules below it'],
  ['server/jobs/a.ts', '../auth/tokens.ts', 'server/jobs knows only the modules below it'],
  ['server/jobs/b.ts', '../records/rows.ts', 'server/jobs knows only the modules below it'],
  ['server/mcp/a.ts', '../app.ts', 'server/mcp knows only the modules below it'],
  ['server/webhooks/a.ts', '../records/rows.ts', 'server/webhooks knows only the modules below it'],
  ['server/webhooks/b.ts', 'fastify', 'HTTP belongs into server/http'],
  ['server/integrations/push/a.ts', '../../start/open-files.ts', 'server/integrations knows only the modules below it'],
  ['server/french/a.ts', '../records/rows.ts', 'server/french knows only the modules below it'],
  ['server/rich-text/a.ts', '../records/rows.ts', 'server/rich-text knows only the modules below it'],
  ['server/rich-text/b.ts', 'kysely', 'Queries belong into'],
  ['server/start/a.ts', '../resources/years/years.service.ts', 'server/start knows only the modules below it'],
  ['server/start/b.ts', '../records/rows.ts', 'knows tables and files, but no records'],
  ['server/start/c.ts', '../housekeeping/pruning.ts', 'server/start knows only the modules below it'],
  ['server/housekeeping/a.ts', '../backup/make-backup.ts', 'server/housekeeping knows only the modules below it'],
  ['server/housekeeping/b.ts', '../records/rows.ts', 'knows tables and files, but no records'],
  ['server/backup/a.ts', '../resources/years/years.service.ts', 'knows tables and files, but no records'],
  ['server/backup/b.ts', '../demo/demo-data.ts', 'server/backup knows only the modules below it'],
  ['server/demo/a.ts', '../backup/make-backup.ts', 'server/demo knows only the modules below it'],
  ['server/demo/b.ts', 'fastify', 'HTTP belongs into server/http'],
  ['server/watch/a.ts', '../records/rows.ts', 'server/watch knows only the modules below it'],
  ['server/http/a.ts', '../records/rows.ts', 'HTTP knows no record and no resource'],
  ['server/http/d.ts', '../records/plan/sources/undo/obstacles.ts', 'HTTP knows no record and no resource'],
  ['server/http/e.ts', '../records/open-changes.ts', 'HTTP knows no record and no resource'],
  ['server/http/f.ts', '../integrations/files/store.ts', 'HTTP knows no record and no resource'],
  ['server/db/migrations/0001.ts', '../schema.ts', 'A released migration must always do the same'],
  ['server/http/c.ts', '../housekeeping/pruning.ts', 'server/http knows only the modules below it'],
  ['server/http/b.ts', 'kysely', 'Queries belong into'],
  ['server/records/a.ts', '../resources/years/years.service.ts', 'server/records knows only the modules below it'],
  ['server/records/b.ts', '../integrations/mail/mailer.ts', 'What all records share knows none of them'],
  ['server/records/c.ts', '../integrations/files/stored.ts', 'What all records share knows none of them'],
  ['server/records/plan/sources/a.ts', '../write.ts', 'Only carry-out.ts writes records'],
  ['server/resources/years/d.service.ts', '../../records/plan/write.ts', 'Only carry-out.ts writes records'],
  ['server/resources/models/index.ts', '../../records/plan/write.ts', 'Only carry-out.ts writes records'],
  ['server/demo/c.ts', '../records/plan/write.ts', 'Only carry-out.ts writes records'],
  ['server/resources/years/a.service.ts', 'kysely', 'Queries belong into'],
  ['server/resources/years/b.service.ts', 'fastify', 'HTTP belongs into server/http'],
  ['server/resources/years/c.service.ts', '../../backup/move.ts', 'server/resources knows only the modules below it'],
  [
    'server/resources/years/b.routes.ts',
    '../../start/open-files.ts',
    'server/resources knows only the modules below it',
  ],
  ['server/resources/years/a.routes.ts', '../models/models.routes.ts', "Routes are nobody's business"],
  ['server/resources/years/index.ts', '../models/models.routes.ts', "Routes are nobody's business"],
  ['server/resources/years/a.repository.ts', './years.service.ts', 'A repository reads and knows no rule'],
  ['web/ui/a.tsx', '#contract/years.ts', 'A part of web/ui could ship in a different product'],
  ['web/ui/b.tsx', '#web/api/call.ts', 'A part of web/ui could ship in a different product'],
  ['web/ui/c.tsx', '#web/map/map.tsx', 'A part of web/ui could ship in a different product'],
  ['web/ui/d.tsx', '#web/shared-forms/year-form.tsx', 'A part of web/ui could ship in a different product'],
  ['web/forms/b.tsx', '../records/record/form-modal.tsx', 'Forms know contract, api and ui'],
  ['web/records/page/a.tsx', '#web/records/record/form-modal.tsx', 'no form and no screen'],
  ['web/records/preview/a.tsx', '#web/records/record/form-modal.tsx', 'What owners see follows from a kind'],
  ['web/records/shared/a.ts', '#web/records/list/list-grid.tsx', 'What several parts of the record screens use'],
  ['web/records/list/c.tsx', '#contract/years.ts', 'What all record screens share knows no single resource'],
  ['web/screens/years/d.tsx', '#web/app/session.ts', 'Screens are composed by web/app'],
  ['web/screens/years/e.tsx', '#web/testing/rows.ts', 'Screens are composed by web/app'],
  ['web/storage/a.ts', '#web/api/call.ts', 'What a browser stores for a site'],
  ['web/api/a.ts', '#web/ui/toast.ts', 'The transport throws ApiError and does nothing else'],
  ['web/forms/a.ts', '#web/records/columns.tsx', 'Forms know contract, api and ui'],
  ['web/sign-in/a.tsx', '#web/app/session.ts', 'Signing in knows contract, api, forms and ui'],
  ['web/sign-in/b.tsx', '#web/screens/login/login-screen.tsx', 'Signing in knows contract, api, forms and ui'],
  ['web/map/a.tsx', '#web/records/columns.tsx', 'A map knows contract, api and ui'],
  ['web/records/record/a.tsx', '#contract/years.ts', 'What all record screens share knows no single resource'],
  ['web/records/record/b.tsx', '#web/screens/years/years-screen.tsx', 'What all record screens share knows no screen'],
  ['web/screens/years/a.tsx', '#web/screens/models/models-screen.tsx', 'A screen never imports another screen'],
  ['web/screens/years/b.tsx', '../models/model-form.tsx', 'A screen never imports another screen'],
  ['web/screens/years/c.tsx', '#server/app.ts', 'through the calls of the contract only'],
  ['web/navigation/a.ts', '#web/ui/format.ts', 'Paths and titles only'],
  ['web/navigation/b.ts', '#contract/kinds.ts', 'Paths and titles only'],
  ['web/ui/page/a.tsx', '#web/navigation/screens.ts', 'A part of web/ui could ship in a different product'],
  ['web/records/list/a.tsx', '#web/records/change/toast-change.tsx', 'A list knows no change and no form'],
  ['web/records/list/b.tsx', '#web/records/record/form-modal.tsx', 'A list knows no change and no form'],
  ['web/records/plan/a.ts', '#web/records/list/list-grid.tsx', 'What a write would do says a call'],
  ['web/records/change/a.tsx', '#web/records/record/form-modal.tsx', 'know no form and no screen'],
  ['web/shared-forms/a.tsx', '#web/screens/years/years-screen.tsx', 'A small form opens over the forms'],
  ['web/shared-acts/a.ts', '#web/screens/years/years-screen.tsx', 'What several screens do with a record'],
  ['web/gallery/a.tsx', '#web/screens/years/years-screen.tsx', 'The page of shared parts shows parts'],
  ['web/app/a.tsx', '#server/app.ts', 'through the calls of the contract only'],
]

const ofRecords = ['records', 'column', 'endpoint', 'fields', 'views', 'changes', 'kind', 'kinds', 'paths'].map(
  (one) => `#contract/${one}.ts`,
)

/** Every file and module that stands among the exceptions of a border, and one for each layer that may be known. */
const allowed: [file: string, imports: string[]][] = [
  ['web/navigation/allowed.ts', ['#contract/paths.ts']],
  ['web/navigation/help.ts', ['#contract/paths.ts', '#contract/kinds.ts']],
  ['server/resources/years/allowed.service.ts', ['../../db/schema.ts', '../../deps.ts']],
  ['server/integrations/push/allowed.ts', ['../../settings/settings-error.ts', '../../db/schema.ts']],
  ['server/records/allowed.ts', ['../integrations/files/store.ts', '../auth/tokens.ts']],
  ['server/http/allowed.ts', ['../records/open-change.ts', '../live/bus.ts']],
  ['server/backup/allowed.ts', ['../housekeeping/files-sweep.ts', '../start/open-files.ts']],
  ['web/ui/page/allowed.tsx', ['#web/ui/format.ts', '#contract/zoned-time.ts']],
  ['web/forms/allowed.tsx', ['#web/api/call.ts', '#web/ui/format.ts', '#contract/account.ts']],
  ['web/sign-in/allowed.tsx', ['#web/api/call.ts', '#web/forms/drafts.ts', '#web/ui/format.ts']],
  ['web/map/allowed.tsx', ['#web/api/call.ts', '#web/ui/format.ts', '#contract/places.ts']],
  ['web/records/shared/allowed.ts', ['#web/ui/format.ts', '#contract/kinds.ts']],
  [
    'web/records/list/allowed.tsx',
    ['#web/records/shared/row-name.ts', '#web/api/call.ts', '#web/forms/drafts.ts', '#web/ui/format.ts', ...ofRecords],
  ],
  ['web/records/plan/allowed.tsx', ['#web/forms/api-error-alert.tsx', '#web/api/query.ts', '#contract/endpoint.ts']],
  [
    'web/records/change/allowed.tsx',
    ['#web/records/list/columns/columns.tsx', '#web/records/plan/use-plan.ts', '#web/navigation/screens.ts'],
  ],
  ['web/records/page/allowed.tsx', ['#web/records/shared/row-name.ts', '#contract/models.ts']],
  ['web/records/preview/allowed.tsx', ['#web/forms/office-time.ts', '#contract/models.ts']],
  ['web/records/record/allowed.tsx', ['#web/records/page/record-page.tsx', '#web/ui/toast.ts', ...ofRecords]],
  ['web/shared-forms/allowed.tsx', ['#web/records/record/form-modal.tsx', '#contract/years.ts']],
  ['web/screens/years/allowed.tsx', ['#web/shared-forms/year-form.tsx', '#web/sign-in/prove.tsx', '#web/map/map.tsx']],
]

const project = resolve(import.meta.dirname, '..')
let folder: string
let complaints: Complaint[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'borders-'))
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  for (const file of ['package.json', 'tsconfig.json', 'oxlint.config.ts'])
    cpSync(join(project, file), join(folder, file))
  for (const [file, imports] of broken) write(file, `import '${imports}'\n`)
  for (const [file, imports] of allowed) write(file, imports.map((one) => `import '${one}'\n`).join(''))
  complaints = lint()
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

type Complaint = { filename: string; code: string; help?: string }

function lint(...options: string[]) {
  const words = [...options, '--format=json', '.']
  const run = spawnSync(join(project, 'node_modules/.bin/oxlint'), words, { cwd: folder, encoding: 'utf8' })
  expect(run.status).toBe(1)
  return (JSON.parse(run.stdout) as { diagnostics: Complaint[] }).diagnostics
}

const about = (file: string) => complaints.filter(({ filename }) => filename === file)

describe('the borders between the modules', () => {
  it.each(broken)('%s must not import %s', (file, _imports, lesson) => {
    expect(about(file).map(({ help }) => help)).toContainEqual(expect.stringContaining(lesson))
  })

  it('are drawn around every module', () => {
    const modules = [...globSync('server/*/'), ...globSync('web/*/')].filter(
      (module) => !/\/(testing|public)$/.test(module),
    )
    const closed = broken.map(([file]) => file.split('/').slice(0, 2).join('/'))
    expect(modules.filter((module) => !closed.includes(module))).toEqual([])
  })

  it.each(allowed)('%s may import %j', (file) => {
    expect(about(file)).toEqual([])
  })
})

it('the linter finds what has the wrong type, as the compiler does', () => {
  write('contract/wrong-type.ts', "export const year: number = 'a text'\n")
  expect(lint('--type-aware', '--type-check')).toContainEqual(
    expect.objectContaining({ filename: 'contract/wrong-type.ts', code: 'typescript(TS2322)' }),
  )
})

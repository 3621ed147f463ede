import { defineConfig, type OxlintOverride } from 'oxlint'

/** Refused are imports that match `regex`, or a line of `group` but none with ! after it. A # begins a comment there, \\# does not. */
type Ban = { message: string } & ({ regex: string } | { group: string[] })

/** Of what `patterns` cover, only what is `allowed`. */
const only = (patterns: string[], allowed: string[], message: string): Ban => ({
  group: [...patterns, ...allowed.map((one) => `!${one}`)].map((pattern) => pattern.replace('#', '\\#')),
  message,
})

const notTheApplication: Ban = {
  regex: '^#web/|^react$|^@mantine/',
  message: 'The server knows nothing of the application: what both need belongs into contract/.',
}
const notTheServer: Ban = {
  regex: '^#server/',
  message: 'The application talks to the server through the calls of the contract only.',
}
const noHttp: Ban = {
  regex: '^fastify$|^@fastify/(multipart|static)$|/http/',
  message: 'HTTP belongs into server/http and app.ts: throw an AppError, or take plain values.',
}
const noQueries: Ban = {
  regex: '^kysely$|^kysely/',
  message: 'Queries belong into server/db, server/records, server/auth, server/jobs or a *.repository.ts.',
}
const noRecords: Ban = {
  regex: '/records/|/resources/',
  message: 'What keeps the installation knows tables and files, but no records: hand it what it needs as a parameter.',
}
const noRoutes: Ban = {
  regex: '^\\.\\./.*\\.routes\\.ts$',
  message: "Routes are nobody's business: import the other resource's repository to read, its service to act.",
}

const noWriter: Ban = {
  regex: '/write\\.ts$',
  message: 'Only carry-out.ts writes records: hand it a plan, or hand what has happened to plan/sources/facts.ts.',
}
const noIntegrations = only(
  ['**/integrations/**'],
  // The address of a file follows from its name.
  ['**/integrations/files/store.ts'],
  'What all records share knows none of them: it takes a table name and plain values.',
)

/** The modules of the server from the bottom up, layer by layer. */
const layers = [
  ['settings', 'processes', 'tables', 'french'],
  ['db'],
  ['auth', 'live', 'jobs', 'integrations', 'rich-text'],
  ['webhooks'],
  ['records', 'watch'],
  ['http'],
  ['resources', 'start', 'housekeeping'],
  ['backup', 'demo', 'mcp'],
]
/** A module knows the layers below its own, and no other module. */
function below(module: string): Ban {
  const others = layers.slice(layers.findIndex((layer) => layer.includes(module))).flat()
  return {
    regex: `/(${others.filter((other) => other !== module).join('|')})/|/(app|main)\\.ts$`,
    message: `server/${module} knows only the modules below it: hand it what it needs as a parameter, or move that down.`,
  }
}
const noDeps: Ban = {
  regex: '/deps\\.ts$',
  message: 'The parts that main.ts picks are for resources: name those that are needed as parameters.',
}

const bans = (files: string, ...patterns: Ban[]): OxlintOverride => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
})
const module = (name: string, ...more: Ban[]) => bans(`server/${name}/**`, notTheApplication, below(name), ...more)

const inWeb = (module: string) => `#web/${module}/**`
/** A module of the application knows those that it names, and no other. */
const web = (module: string, others: string[], message: string, ...more: ((message: string) => Ban)[]) =>
  bans(
    `web/${module}/**`,
    notTheServer,
    only(['#web/**', '../**'], [module, ...others].map(inWeb), message),
    ...more.map((ban) => ban(message)),
  )
const noResource = () =>
  only(
    ['#contract/**'],
    [
      'records',
      'column',
      'endpoint',
      'exports',
      'fields',
      'french',
      'french-calls',
      'import-types',
      'views',
      'changes',
      'kind',
      'kinds',
      'paths',
      'plural',
      'publishing',
      'search',
    ].map((name) => `#contract/${name}.ts`),
    'What all record screens share knows no single resource: take its endpoints and schema as parameters.',
  )

/** Which module may not import what, and where such code belongs instead. The last line that fits a file counts. */
const borders = [
  bans('contract/**', {
    regex: '^#server/|^#web/|^node:|^fastify$|^kysely$|^react$|^@mantine/|^\\.\\./',
    message: 'The contract is what browser and server agree on: it imports zod and its neighbours only.',
  }),
  bans('server/**', notTheApplication),
  ...['settings', 'processes', 'tables', 'live', 'rich-text', 'french'].map((name) =>
    module(name, noDeps, noHttp, noQueries),
  ),
  ...['db', 'auth', 'jobs', 'integrations', 'webhooks'].map((name) => module(name, noDeps, noHttp)),
  bans('server/db/migrations/**', {
    regex: '^#|^\\.\\./',
    message: 'A released migration must always do the same: it imports packages and migrations/frozen only.',
  }),
  module('records', noDeps, noHttp, noIntegrations, noWriter),
  bans('server/records/plan/carry-out.ts', notTheApplication, below('records'), noDeps, noHttp, noIntegrations),
  module('watch', noDeps, noHttp, noQueries),
  module(
    'http',
    noDeps,
    noQueries,
    // A call begins the change that its handler makes, and what it lists is in the language of the call.
    only(
      ['**/records/**', '**/integrations/**'],
      ['**/records/open-change.ts', '**/records/in-french.ts'],
      'HTTP knows no record and no resource: hand it what it needs as a parameter.',
    ),
  ),
  module('start', noDeps, noHttp, noQueries, noRecords),
  module('housekeeping', noDeps, noQueries, noRecords),
  module('backup', noDeps, noHttp, noRecords),
  module('demo', noHttp, noWriter),
  module('mcp', noQueries),
  module('resources', noHttp, noQueries, noRoutes, noWriter),
  bans('server/resources/**/{*.routes,index}.ts', notTheApplication, below('resources'), noQueries, noRoutes, noWriter),
  // Wire standard calls to HTTP for all kinds of records.
  bans(
    'server/resources/records/{serve-records,published,published-one}.ts',
    notTheApplication,
    below('resources'),
    noQueries,
    noWriter,
  ),
  bans('server/resources/**/*.repository.ts', notTheApplication, below('resources'), noHttp, noWriter, {
    regex: '\\.service\\.ts$|\\.routes\\.ts$',
    message: 'A repository reads and knows no rule: what must be true belongs into the service.',
  }),
  web('storage', [], 'What a browser stores for a site: names and texts, whatever they mean.'),
  web(
    'ui',
    ['storage'],
    'A part of web/ui could ship in a different product: hand it values and functions. What speaks to the server belongs into web/forms or web/records.',
    // How times of a zone are resolved, and how many are said, is no matter of this product, and the server does it alike.
    (message) => only(['#contract/**'], ['#contract/plural.ts', '#contract/zoned-time.ts'], message),
  ),
  web(
    'api',
    ['storage'],
    'The transport throws ApiError and does nothing else: what a refusal means for the page is decided in web/app.',
  ),
  web(
    'forms',
    ['api', 'storage', 'ui'],
    'Forms know contract, api and ui. What belongs to records stands in web/records.',
  ),
  web(
    'navigation',
    [],
    'Paths and titles only: routes, menu and screens read them, so it imports only paths.',
    (message) => only(['#contract/**'], ['#contract/paths.ts'], message),
  ),
  // No part of the login page.
  bans(
    'web/navigation/help.ts',
    notTheServer,
    only(
      ['#web/**', '../**', '#contract/**'],
      ['#contract/paths.ts', '#contract/kind.ts', '#contract/kinds.ts'],
      'What screens are for, in words only.',
    ),
  ),
  web(
    'sign-in',
    ['api', 'forms', 'ui'],
    'Signing in knows contract, api, forms and ui: screens and shell hand it functions.',
  ),
  web('map', ['api', 'ui'], 'A map knows contract, api and ui: hand it points and functions.'),
  // From the ground up: what is shared, the list, the change, the page, the record.
  web(
    'records/shared',
    ['ui'],
    'What several parts of the record screens use knows none of them: hand it values.',
    noResource,
  ),
  web(
    'records/list',
    ['api', 'forms', 'records/shared', 'storage', 'ui'],
    'A list knows no change and no form: hand it functions and components.',
    noResource,
  ),
  web(
    'records/plan',
    ['api', 'forms', 'ui'],
    'What a write would do says a call: hand it that and its input.',
    noResource,
  ),
  web(
    'records/change',
    ['api', 'forms', 'navigation', 'records/list', 'records/plan', 'records/shared', 'ui'],
    'Changes name records of every kind and lead to their lists, but know no form and no screen.',
  ),
  web(
    'records/page',
    ['api', 'forms', 'navigation', 'records/change', 'records/list', 'records/shared', 'storage', 'ui'],
    'The page of a record knows all kinds and their calls, but no form and no screen: take children.',
  ),
  web(
    'records/preview',
    ['api', 'forms', 'storage', 'ui'],
    'What owners see follows from a kind and the fields of its form: hand it values.',
  ),
  web(
    'records/record',
    ['api', 'forms', 'navigation', 'records', 'ui'],
    'What all record screens share knows no screen: take children and functions.',
    noResource,
  ),
  web(
    'shared-forms',
    ['api', 'forms', 'records', 'ui'],
    'A small form opens over the forms of several screens, and knows none of them.',
  ),
  web('shared-acts', ['api', 'forms', 'ui'], 'What several screens do with a record knows none of them.'),
  bans(
    'web/screens/**',
    notTheServer,
    only(
      ['#web/**'],
      ['api', 'forms', 'map', 'navigation', 'records', 'sign-in', 'shared-acts', 'shared-forms', 'storage', 'ui'].map(
        inWeb,
      ),
      'Screens are composed by web/app; they know contract, api, forms, ui and records.',
    ),
    {
      regex: '^#web/screens/|^\\.\\./',
      message: 'A screen never imports another screen: what two need moves to web/ui or web/records.',
    },
  ),
  web(
    'gallery',
    ['api', 'forms', 'records', 'testing', 'ui'],
    'The page of shared parts shows parts of web/ui and web/records, no screens.',
  ),
  bans('web/app/**', notTheServer),
]

const storages = ['localStorage', 'sessionStorage'].map((name) => ({
  name,
  message: 'A storage that is full or forbidden throws: use #web/storage/storage.ts.',
}))

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'import', 'jsx-a11y', 'vitest', 'promise'],
  categories: { correctness: 'error' },
  env: { browser: true, node: true },
  ignorePatterns: ['dist', 'node_modules', 'data', 'e2e/app/client.ts'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/unbound-method': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'import/no-default-export': 'error',
    'import/no-cycle': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/jsx-no-target-blank': 'error',
    'no-console': 'error',
    'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    // `call` fails the test when the call is refused, `refusal` when it is not.
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'app.call', 'app.refusal'] }],
    'vitest/no-conditional-expect': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
  },
  overrides: [
    ...borders,
    { files: ['web/**'], rules: { 'no-restricted-globals': ['error', ...storages] } },
    // They answer without one.
    {
      files: [
        'web/storage/**',
        'web/public/**',
        'web/api/{browser-id,kept-version}.ts',
        'web/**/*.test.{ts,tsx}',
        'web/testing/**',
      ],
      rules: { 'no-restricted-globals': 'off' },
    },
    { files: ['*.config.ts', 'e2e/*.setup.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: ['scripts/**', 'bench/**', 'server/main.ts'], rules: { 'no-console': 'off' } },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', '*/testing/**', 'e2e/**'],
      rules: { 'max-lines': 'off', 'no-restricted-imports': 'off' },
    },
    // Steps and texts, not logic.
    {
      files: ['server/db/migrations/**', 'oxlint.config.ts'],
      rules: { 'max-lines': 'off' },
    },
    {
      files: ['e2e/**'],
      // Playwright reads what a fixture needs from its pattern, also from an empty one.
      rules: { 'vitest/expect-expect': 'off', 'react/rules-of-hooks': 'off', 'no-empty-pattern': 'off' },
    },
  ],
})

import { calls } from '#contract/calls.ts'
import { API_BASE, type Endpoint, OWNER_BASE } from '#contract/endpoint.ts'
import { kinds } from '#contract/kinds.ts'
import { failure } from '#contract/records.ts'
import { PROOF_MINUTES } from '#contract/sign-in.ts'
import type { ListColumn } from '../db/lists/list-columns.ts'
import { exampleFor } from './openapi-examples.ts'
import { type Context, filterComponents, namedRecords, refTo, type Schema, toJson } from './openapi-schemas.ts'

/** Why a call may be refused, by status, with the answer's name. */
const refusals: Record<string, string> = {
  400: 'The body is not valid JSON.',
  401: 'The session token is missing, unknown, expired or revoked.',
  403: 'The application key is missing or wrong, or the action is not allowed. `data.proof_required` says how to re-authenticate (`admin/sessions/prove`), `data.second_factor_required` that a second factor must be set up first.',
  404: 'The record does not exist.',
  409: 'The record changed since it was read; `data` is the current one. Or the same call is still running. An edit adds `base`, the fields as the caller saw them, and `collisions`, those that both changed.',
  410: 'The cursor is no longer valid: begin anew, without it.',
  413: 'The body or a file is too large.',
  415: 'The type of the body or of a file is not supported.',
  422: 'A value is not valid; `errors` says which.',
  429: 'Too many attempts; `Retry-After` says how many seconds to wait.',
  500: 'A fault; `request_id` names it in the log.',
  503: 'The data cannot be reached, or the server is very busy or shutting down; `Retry-After` says how many seconds to wait.',
}
/** Only calls with a body get these answers. */
const OF_BODIES = ['400', '409', '413', '415']
const WAITS = ['429', '503']

const text = (description: string) => ({ description, schema: { type: 'string' } })
const json = (schema: object) => ({ 'application/json': { schema } })
const binary = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

/** Parameters shared by many calls, by name. */
const parameters = {
  Platform: { name: 'platform', in: 'query', schema: { type: 'string', const: 'web' } },
  Language: {
    name: 'language',
    in: 'query',
    description: 'The language of what is answered, of those in `config`; English without it.',
    schema: { type: 'string', enum: ['en', 'fr'] },
  },
  BrowserId: {
    name: 'x-browser-id',
    in: 'header',
    ...text('A random text that the client keeps and sends again, so that its next sign-in is recognized.'),
  },
  Unattended: {
    name: 'x-unattended',
    in: 'header',
    ...text('Sent with calls that a client makes by itself, which do not count as use of the session.'),
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key and body get the first answer again, for eight days; an answer that signs in, for a minute.',
    schema: { type: 'string', maxLength: 255 },
  },
  IfNoneMatch: { name: 'If-None-Match', in: 'header', ...text('The ETag of the answer the caller already has.') },
}
/** Whether a GET itself declares which language it takes. */
const asksLanguage = ({ get, input }: Endpoint) => get && 'language' in ((input as { shape?: object }).shape ?? {})
const parameter = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` })

const responses = {
  304: { description: 'Nothing has changed since the answer with this ETag.', headers: { ETag: text('The same.') } },
  ...Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [
      status,
      {
        description,
        ...(WAITS.includes(status) && {
          headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
        }),
        content: json(refTo('Failure')),
      },
    ]),
  ),
}

const descriptions: Record<string, string> = {
  ...Object.fromEntries(Object.values(kinds).map(({ tag, about }) => [tag, about])),
  Account: 'Signing in to the back-office, the profile, the counters of the dashboard, and passwords.',
  'Sign-in':
    'The second step of signing in, and passkeys in place of a password. A client may keep a random text and send it as `x-browser-id`, so that its next sign-in is recognized.',
  'Second Factor': 'The second factors of the signed-in administrator, which complete the password or replace it.',
  Sessions: 'Where the signed-in administrator has sessions, and re-authentication.',
  Security:
    'What happened to the accounts of administrators: sign-ins, including failed ones, and changes to their sign-in methods.',
  Keys: 'The keys of programs, which send them as `token`: what each may do, when it ends, and whose it is.',
  Webhooks:
    'Telling receivers of what happens, by the rules of Standard Webhooks: where each stands, what it is told of, and its deliveries.',
  Invitations: 'Looking up and accepting an invitation.',
  Privacy: 'What owners ask of the data about them: what they agreed to, and their erase.',
  Transfers: 'RVs that an owner has sold and another one has registered since.',
  Warranty: 'The warranty of a vehicle by its serial number.',
  Places: 'Addresses and places, for the map.',
  Audiences: 'Owners who meet conditions: how many there are, and who some of them are.',
  Views: 'Saved views of the lists, your own and shared ones.',
  Dashboard:
    'What needs attention, and how the app is used week by week. The counters are in the answer of `admin/users/me`.',
  'First Steps': 'What a new installation needs before owners can use it, and how much of it is done.',
  System: 'The state of the installation: servers, database, backups, jobs, failed emails, storage.',
  Preferences: 'How the signed-in administrator has arranged the lists.',
  Preview: 'What owners would get of a record while it is being written.',
  Search: 'Finding records of any kind by what they are called, and pages by their text.',
  Changes: 'What was changed, in which records, by whom, and undoing it.',
  Records:
    'Calls for records of any kind: changing many at once, their order, what they are related to, who has them open.',
  Export: 'What a list shows, as a file.',
  Rollovers: 'New model years, prepared as copies of others, which owners do not see until they go live.',
  Import: 'Records from a CSV or XLSX file: first rehearsed, then applied as one change.',
  French: 'What owners do not read in French yet, as a list and as a file for translators.',
  'Owner: Account': 'Registering and signing in to the app, and the password.',
  'Owner: Records': 'The vehicles, checklists and maintenance of the signed-in owner.',
  'Owner: Campaigns': 'The recalls and service campaigns that the owner’s RVs are part of.',
  'Owner: Notifications': 'The inbox of the signed-in owner, and the devices for push messages.',
  'Owner: Content': 'What the back-office publishes; needs the application key only.',
  'Owner: VINs': 'What a VIN says, while an owner types it.',
  'Owner: Config': 'What an app needs to know before anybody signs in.',
  'Owner: Sync': 'All that an app holds, and what has changed since it last asked.',
}

/**
 * The OpenAPI 3.1 description of every call, generated from the contract. `version` is the product's, `lists` the
 * fields that the server filters and sorts by, by the call's path.
 */
export function openApi(version: string, lists: ReadonlyMap<string, Record<string, ListColumn>>) {
  const context: Context = { records: namedRecords(calls), named: new Map() }
  const paths: Record<string, object> = {}
  for (const [tag, endpoints] of Object.entries(calls)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = `/${endpoint.path}`
      paths[path] = {
        ...paths[path],
        ...(endpoint.owner && { servers: [{ url: OWNER_BASE }] }),
        [endpoint.get ? 'get' : 'post']: operation(tag, name, endpoint, {
          ...context,
          columns: lists.get(endpoint.path),
        }),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'RV Owner Back-Office',
      version,
      description:
        'Calls are POST with a JSON body (or a form, where a file comes along); a few that only read are GET. Sign in with `admin/users/login` and send the token it answers in the header `token`, with the application key in `x-api-key`. Programs send their own key as `token`, alone. The calls of the owners’ app are below `/app/v1` and have sign-ins of their own, with `users/sign_in`; their reads carry an ETag.',
    },
    servers: [{ url: API_BASE }],
    security: [{ key: [], token: [] }],
    tags: Object.keys(calls).map((name) => ({ name, description: descriptions[name] })),
    'x-tagGroups': [
      { name: 'Back-office', tags: tagsOf(false) },
      { name: 'Owners’ app', tags: tagsOf(true) },
    ],
    paths,
    components: {
      schemas: {
        Failure: toJson(failure, 'output', context),
        ...filterComponents(lists.values()),
        ...Object.fromEntries([...context.named].sort(([one], [other]) => (one < other ? -1 : 1))),
      },
      parameters,
      responses,
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Identifies the application.' },
        token: { type: 'apiKey', in: 'header', name: 'token', description: 'The session token of a sign-in.' },
      },
    },
  }
}

const tagsOf = (owner: boolean) =>
  Object.entries(calls)
    .filter(([, endpoints]) => Object.values(endpoints).some((endpoint) => (endpoint.owner ?? false) === owner))
    .map(([tag]) => tag)

const REQUIRES_PROOF = `Requires re-authentication within the last ${PROOF_MINUTES} minutes, by \`admin/sessions/prove\`; otherwise 403 with \`data.proof_required\`.`

/** Whether it reads what another call at the same path writes. */
const isTwin = ({ path, get }: Endpoint) =>
  get === true && Object.values(calls).some((some) => Object.values(some).some((one) => one.path === path && !one.get))

function operation(tag: string, name: string, endpoint: Endpoint, context: Context) {
  const { owner, get, once, proof, public: open, multipart, session } = endpoint
  const input = toJson(endpoint.input, 'input', context)
  const example = exampleFor(endpoint.path, input)
  const body = { schema: input, example }
  const statuses = [...(owner && get ? ['304'] : []), ...Object.keys(refusals)].filter(
    (status) =>
      !(status === '401' && open && session !== 'optional') &&
      !(status === '410' && !input.properties?.['since']) &&
      !(get && OF_BODIES.includes(status)),
  )
  return {
    tags: [tag],
    operationId: `${owner ? 'app_' : ''}${isTwin(endpoint) ? 'read_' : ''}${endpoint.path.replaceAll('/', '_')}`,
    summary: `${tag}: ${name}`,
    ...(proof && { description: REQUIRES_PROOF }),
    ...(open && { security: session === 'optional' ? [{ key: [] }, { key: [], token: [] }] : [{ key: [] }] }),
    parameters: [
      ...(owner ? (asksLanguage(endpoint) ? [] : [parameter('Language')]) : [parameter('Platform')]),
      ...(open && !owner ? [parameter('BrowserId')] : []),
      ...(!open && !owner ? [parameter('Unattended')] : []),
      ...(get ? queryParameters(input, example as Record<string, unknown>) : []),
      ...(owner && get ? [parameter('IfNoneMatch')] : []),
      ...(once ? [parameter('IdempotencyKey')] : []),
    ],
    ...(!get && {
      requestBody: {
        // An empty body is read as {}.
        required: !endpoint.input.safeParse({}).success,
        content: multipart ? { 'multipart/form-data': body, ...withoutFiles(body) } : { 'application/json': body },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        ...(owner && get && { headers: { ETag: text('The ETag of this answer, for If-None-Match.') } }),
        content: endpoint.file ? binary(endpoint.file) : json(toJson(endpoint.output, 'output', context)),
      },
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  }
}

/** The same body as JSON, without files: for calls that do not require any. */
function withoutFiles({ schema, example }: { schema: Schema; example: unknown }) {
  const { properties = {}, required = [] } = schema
  const isFile = (one: Schema): boolean =>
    one.format === 'binary' || ((one.anyOf as Schema[] | undefined) ?? []).some(isFile)
  const files = Object.keys(properties).filter((name) => isFile(properties[name] as Schema))
  if (files.some((name) => required.includes(name))) return {}
  const without = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !files.includes(name)))
  return {
    'application/json': { schema: { ...schema, properties: without(properties) }, example: without(example as object) },
  }
}

function queryParameters({ properties = {}, required = [] }: Schema, example: Record<string, unknown>) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(name in example && { example: example[name] }),
  }))
}

import { calls } from '#contract/calls.ts'
import { API_BASE, type Endpoint, OWNER_BASE } from '#contract/endpoint.ts'
import { kinds } from '#contract/kinds.ts'
import { failure } from '#contract/records.ts'
import { PROOF_MINUTES } from '#contract/sign-in.ts'
import type { ListColumn } from '../db/lists/list-columns.ts'
import { exampleFor } from './openapi-examples.ts'
import { type Context, filterComponents, namedRecords, refTo, type Schema, toJson } from './openapi-schemas.ts'

/** Why a call may be refused, by status, with the name of the answer. */
const refusals: Record<string, string> = {
  400: 'The body is not valid JSON.',
  401: 'The session token is missing, unknown, expired or revoked.',
  403: 'The application key is missing or wrong, or the action is not allowed. `data.proof_required` says how to re-authenticate (`admin/sessions/prove`), `data.second_factor_required` that a second factor must be set up first.',
  404: 'The record does not exist.',
  409: 'The record changed since it was read; `data` is the current one. Or the same call is still being carried out. An edit adds `base`, the fields as the caller saw them, and `collisions`, those that both changed.',
  413: 'The body or a file is too large.',
  415: 'The type of the body or of a file is not supported.',
  422: 'A value is not valid; `errors` says which.',
  429: 'Too many tries; `Retry-After` says for how many seconds.',
  500: 'A fault; `request_id` names it in the log.',
  503: 'The data cannot be reached, the server is very busy or it is being stopped; `Retry-After` says for how many seconds to wait.',
}
/** Only calls with a body are answered so. */
const OF_BODIES = ['400', '409', '413', '415']
const WAITS = ['429', '503']

const text = (description: string) => ({ description, schema: { type: 'string' } })
const json = (schema: object) => ({ 'application/json': { schema } })

/** What many calls have in common, by name. */
const parameters = {
  Platform: { name: 'platform', in: 'query', schema: { type: 'string', const: 'web' } },
  BrowserId: {
    name: 'x-browser-id',
    in: 'header',
    ...text('A random text that the client keeps, by which its next sign-in is known.'),
  },
  Unattended: {
    name: 'x-unattended',
    in: 'header',
    ...text('Sent with what a client asks by itself, which is no use of the session.'),
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key and body get the first answer again, for eight days.',
    schema: { type: 'string', maxLength: 255 },
  },
  IfNoneMatch: { name: 'If-None-Match', in: 'header', ...text('The ETag of the answer that the caller has.') },
}
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
    'The second step of signing in, and passkeys in place of a password. A client may send a random text that it keeps as `x-browser-id`, by which its next sign-in is known.',
  'Second Factor': 'What the administrator who is signed in needs beside the password, or in its place.',
  Sessions: 'Where the administrator is signed in, and re-authentication.',
  Security:
    'What happened to the accounts of administrators: sign-ins, failed ones too, and changes of how they sign in.',
  Invitations: 'What someone who is invited sees and answers.',
  Warranty: 'The warranty of a vehicle by its serial number.',
  Places: 'Addresses and places, for the map.',
  Views: 'Named views of the lists, one’s own and those that are shared.',
  Dashboard:
    'What needs attention, and how use of the app develops by week. The counters are in the answer of `admin/users/me`.',
  'First Steps': 'What a new installation needs before owners can use it, and how much of it is done.',
  System: 'What an operator wants to know: servers, database, backups, jobs, mails that failed, storage.',
  Preferences: 'How the administrator who is signed in has arranged the lists.',
  Changes: 'What happened, to which records, who did it, and taking it back.',
  Records:
    'What can be done to records of any kind: many at once, their order, what they are related to, who has them open.',
  'Owner: Account': 'Registering and signing in to the app, and the password.',
  'Owner: Records': 'The vehicles, checklists and maintenance of the owner who is signed in.',
  'Owner: Notifications': 'The inbox of the owner who is signed in, and the devices for push messages.',
  'Owner: Content': 'What the back-office publishes; needs the application key only.',
}

/**
 * The OpenAPI 3.1 description of every call, generated from the contract. `version` is the product's, `lists` the fields
 * that the server filters and sorts by, by the call's path.
 */
export function openApi(version: string, lists: ReadonlyMap<string, Record<string, ListColumn>>) {
  const context: Context = { records: namedRecords(calls), named: new Map() }
  const operations = Object.entries(calls).flatMap(([tag, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [
      `/${endpoint.path}`,
      {
        ...(endpoint.owner && { servers: [{ url: OWNER_BASE }] }),
        [endpoint.get ? 'get' : 'post']: operation(tag, name, endpoint, {
          ...context,
          columns: lists.get(endpoint.path),
        }),
      },
    ]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'RV Owner Back-Office',
      version,
      description:
        'Calls are POST with a JSON body (or a form, where a file comes along); a few that only read are GET. Sign in with `admin/users/login` and send the token it answers in the header `token`. The calls of the owners’ app stand below `/app/v1` and have sign-ins of their own, with `users/sign_in`; their reads carry an ETag.',
    },
    servers: [{ url: API_BASE }],
    security: [{ key: [], token: [] }],
    tags: Object.keys(calls).map((name) => ({ name, description: descriptions[name] })),
    'x-tagGroups': [
      { name: 'Back-office', tags: tagsOf(false) },
      { name: 'Owners’ app', tags: tagsOf(true) },
    ],
    paths: Object.fromEntries(operations),
    components: {
      schemas: {
        Failure: toJson(failure, 'output', context),
        ...filterComponents(lists.values()),
        ...Object.fromEntries([...context.named].sort(([one], [other]) => (one < other ? -1 : 1))),
      },
      parameters,
      responses,
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Names the application.' },
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

function operation(tag: string, name: string, endpoint: Endpoint, context: Context) {
  const { owner, get, once, proof, public: open, multipart } = endpoint
  const input = toJson(endpoint.input, 'input', context)
  const example = exampleFor(endpoint.path, input)
  const body = { schema: input, example }
  const statuses = [...(owner && get ? ['304'] : []), ...Object.keys(refusals)].filter(
    (status) => !(open && status === '401') && !(get && OF_BODIES.includes(status)),
  )
  return {
    tags: [tag],
    operationId: `${owner ? 'app_' : ''}${endpoint.path.replaceAll('/', '_')}`,
    summary: `${tag}: ${name}`,
    ...(proof && { description: REQUIRES_PROOF }),
    ...(open && { security: [{ key: [] }] }),
    parameters: [
      ...(owner ? [] : [parameter('Platform')]),
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
        content: multipart ? { 'multipart/form-data': body } : { 'application/json': body },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        ...(owner && get && { headers: { ETag: text('Of this answer, for If-None-Match.') } }),
        content: json(toJson(endpoint.output, 'output', context)),
      },
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
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

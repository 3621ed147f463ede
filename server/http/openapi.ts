import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { API_BASE, APP_BASE, type Endpoint } from '#contract/endpoint.ts'
import { failure } from '#contract/records.ts'
import { PROOF_MINUTES } from '#contract/sign-in.ts'

const refusals: Record<string, string> = {
  400: 'The body is not valid JSON.',
  401: 'The session token is missing, unknown, expired or revoked.',
  403: 'The application key is missing or wrong, or the action is not allowed. `data.proof_required` says what can prove that it is still the same person (`admin/sessions/prove`), `data.second_factor_required` that a second factor has to be set up first.',
  404: 'The record does not exist.',
  409: 'The record changed since it was read; `data` is the current one. Or the same call is still being carried out. An edit adds `base`, the fields as the caller saw them, and `collisions`, those that both changed.',
  413: 'The body or a file is too large.',
  415: 'The type of the body or of a file is not supported.',
  422: 'A value is not valid; `errors` says which.',
  429: 'Too many tries; `Retry-After` says for how many seconds.',
  500: 'A fault; `request_id` names it in the log.',
}

const toJson = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

const descriptions: Record<string, string> = {
  Account: 'Signing in to the back-office, the profile, the counters of the dashboard, and passwords.',
  'Sign-in':
    'The second step of signing in, and passkeys in place of a password. A client may send a random text that it keeps as `x-browser-id`, by which its next sign-in is known.',
  'Second Factor': 'What the administrator who is signed in needs beside the password, or in its place.',
  Sessions: 'Where the administrator is signed in, and proving again to be the same person.',
  Administrators: 'Who can sign in to the back-office: inviting, deactivating and activating.',
  Invitations: 'What somebody who is invited sees and answers.',
  'RV Types': 'The kinds of recreational vehicles.',
  Models: 'The models of a type and a year.',
  'Slider Images': 'The pictures that the app shows at its start.',
  'App Menus': 'The titles, pictures and order of the entries of the app’s menu.',
  Years: 'The years that models and manuals belong to.',
  Users: 'The owners who use the app: switching them on and off, and resetting passwords.',
  Topics: 'The topics of the owner’s manuals.',
  'Sub Topics': 'The parts of the topics; each can have a page in a manual.',
  Manuals: 'The owner’s manuals of a type and a year, and their PDFs.',
  'Manual Pages': 'The pages of the manuals, and the pictures in them.',
  Checklists: 'What owners go through, such as before a departure.',
  'RV Management': 'The vehicles of the owners.',
  Warranty: 'The warranty of a vehicle by its serial number.',
  Maintenance: 'What is to be maintained, and when.',
  'Social Media': 'Links to social media, with their icons.',
  'CMS Pages': 'Pages of text in the app, such as About.',
  'RV Dealers/Services': 'Dealers and service centres, in a list and on a map.',
  Places: 'Addresses and places, for the map.',
  Notifications: 'Messages to owners, and what has become of them.',
  Views: 'Named views of the lists, one’s own and those that are shared.',
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

/** The OpenAPI 3.1 description of every call, generated from the contract. `version` is the product's. */
export function openApi(version: string) {
  const operations = Object.entries(calls).flatMap(([tag, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [
      `/${endpoint.path}`,
      {
        ...(endpoint.app && { servers: [{ url: APP_BASE }] }),
        [endpoint.get ? 'get' : 'post']: operation(tag, name, endpoint),
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
    tags: Object.keys(calls).map((name) => ({ name, description: descriptions[name] })),
    'x-tagGroups': [
      { name: 'Back-office', tags: tagsOf(false) },
      { name: 'Owners’ app', tags: tagsOf(true) },
    ],
    paths: Object.fromEntries(operations),
    components: {
      schemas: { Failure: toJson(failure, 'output') },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Names the application.' },
        token: { type: 'apiKey', in: 'header', name: 'token', description: 'The session token of a sign-in.' },
      },
    },
  }
}

const tagsOf = (app: boolean) =>
  Object.entries(calls)
    .filter(([, endpoints]) => Object.values(endpoints).some((endpoint) => (endpoint.app ?? false) === app))
    .map(([tag]) => tag)

const WANTS_PROOF = `Wants a proof that it is still the same person, not older than ${PROOF_MINUTES} minutes: 403 with \`data.proof_required\` asks for one, which \`admin/sessions/prove\` takes.`

function operation(tag: string, name: string, endpoint: Endpoint) {
  const input = toJson(endpoint.input, 'input')
  const body = { schema: input }
  return {
    tags: [tag],
    operationId: `${endpoint.app ? 'app_' : ''}${endpoint.path.replaceAll('/', '_')}`,
    summary: `${tag}: ${name}`,
    ...(endpoint.proof && { description: WANTS_PROOF }),
    security: [endpoint.public ? { key: [] } : { key: [], token: [] }],
    parameters: [
      ...(endpoint.app ? [] : [{ name: 'platform', in: 'query', schema: { type: 'string', const: 'web' } }]),
      ...(endpoint.get ? queryParameters(input) : []),
      ...(endpoint.once
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              description: 'The same key and body get the first answer again, for eight days.',
              schema: { type: 'string', maxLength: 255 },
            },
          ]
        : []),
    ],
    ...(!endpoint.get && {
      requestBody: { content: endpoint.multipart ? { 'multipart/form-data': body } : { 'application/json': body } },
    }),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: toJson(endpoint.output, 'output') } } },
      ...Object.fromEntries(
        Object.entries(refusals)
          .filter(([status]) => status !== '401' || !endpoint.public)
          .map(([status, description]) => [
            status,
            { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
          ]),
      ),
    },
  }
}

function queryParameters({ properties = {}, required = [] }: ReturnType<typeof toJson>) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

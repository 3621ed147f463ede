/** What a refusal says: the part of it that an app reads. */
type Failure = { code: string; message: string }

/** Where the app calls, with which application key, and as whom. */
export const service = { address: '', key: '', token: undefined as string | undefined }

/** The server has refused a call: `failure.code` is for the app, the message for people. */
export class Refusal extends Error {
  readonly status: number
  readonly failure: Failure

  constructor(status: number, failure: Failure) {
    super(failure.message)
    this.status = status
    this.failure = failure
  }
}

const TRIES = 3

/** What all calls of the generated client go through. */
export async function call<Answer>(path: string, request: RequestInit): Promise<Answer> {
  const headers = new Headers(request.headers)
  headers.set('x-api-key', service.key)
  if (service.token) headers.set('token', service.token)
  // The same for each try, so that the call is carried out once.
  if (request.method === 'POST') headers.set('idempotency-key', crypto.randomUUID())
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${service.address}/app/v1${path}`, { ...request, headers })
    if (response.ok) return (await response.json()) as Answer
    if (response.status !== 503 || tries === TRIES)
      throw new Refusal(response.status, (await response.json()) as Failure)
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get('retry-after') ?? 1)))
  }
}

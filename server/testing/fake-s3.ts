import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Kept = { bytes: Buffer; type: string; at: Date; etag: string }

/** A small stand-in for S3-compatible storage: one bucket in memory, whole and ranged reads, lists in pages of two. */
export async function startFakeS3(bucket: string) {
  const kept = new Map<string, Kept>()
  const state = { failing: false }
  /** Files whose content stops half-way, without an end. */
  const held = new Set<string>()

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const url = new URL(request.url ?? '', 'http://localhost')
    const [, asked, ...path] = decodeURIComponent(url.pathname).split('/')
    const key = path.join('/')
    const answer = (status: number, headers = {}, content: string | Buffer = '') =>
      response.writeHead(status, headers).end(content)
    const refuse = (status: number, code: string) =>
      answer(status, { 'content-type': 'application/xml' }, `<Error><Code>${code}</Code></Error>`)

    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=the-key/')) {
      return refuse(403, 'AccessDenied')
    }
    if (state.failing) return refuse(500, 'InternalError')
    if (asked !== bucket) return refuse(404, 'NoSuchBucket')
    if (request.method === 'GET' && !key) {
      return answer(
        200,
        { 'content-type': 'application/xml' },
        listing(kept, url.searchParams.get('prefix') ?? '', url.searchParams.get('continuation-token')),
      )
    }
    const source = request.headers['x-amz-copy-source']
    if (request.method === 'PUT' && typeof source === 'string') {
      const original = kept.get(decodeURIComponent(source).replace(`${bucket}/`, ''))
      if (!original) return refuse(404, 'NoSuchKey')
      kept.set(key, { ...original, at: new Date() })
      return answer(200, { 'content-type': 'application/xml' }, '<CopyObjectResult></CopyObjectResult>')
    }
    if (request.method === 'PUT') {
      const etag = `"${kept.size}-${body.length}"`
      kept.set(key, { bytes: body, type: request.headers['content-type'] ?? '', at: new Date(), etag })
      return answer(200, { etag })
    }
    if (request.method === 'DELETE') {
      kept.delete(key)
      return answer(204)
    }
    const found = kept.get(key)
    if (!found) return refuse(404, 'NoSuchKey')
    if (request.headers['if-none-match'] === found.etag) return answer(304, { etag: found.etag })
    const headers = { 'content-type': found.type, etag: found.etag }
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (held.has(key)) {
      response.writeHead(200, { ...headers, 'content-length': found.bytes.length })
      return response.write(found.bytes.subarray(0, found.bytes.length / 2))
    }
    if (from === undefined) return answer(200, { ...headers, 'content-length': found.bytes.length }, found.bytes)
    if (Number(from) >= found.bytes.length) {
      response.setHeader('content-range', `bytes */${found.bytes.length}`)
      return refuse(416, 'InvalidRange')
    }
    const part = found.bytes.subarray(Number(from), to ? Number(to) + 1 : undefined)
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${found.bytes.length}`
    return answer(206, { ...headers, 'content-range': range }, part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    kept,
    held,
    state,
    settings: {
      bucket,
      prefix: '',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      accessKeyId: 'the-key',
      secretAccessKey: 'the-secret',
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function listing(kept: Map<string, Kept>, prefix: string, after: string | null) {
  const keys = [...kept.keys()].sort().filter((key) => key.startsWith(prefix) && (!after || key > after))
  const page = keys.slice(0, 2)
  const more = keys.length > page.length
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><LastModified>${kept.get(key)?.at.toISOString()}</LastModified></Contents>`,
  )
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>
    ${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`
}

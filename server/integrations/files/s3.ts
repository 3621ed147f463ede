import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '../../errors.ts'
import type { Note } from '../asked.ts'
import { aboutOfStorage, saidByStorage } from '../refusals/calls.ts'
import { type FileStore, mediaType, type ServedFile, trashName } from './store.ts'

export type S3Settings = {
  bucket: string
  /** The prefix of each file's name: empty, or ending with a slash. */
  prefix: string
  endpoint: string | undefined
  region: string
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
}

/** Stores files in a bucket of S3-compatible storage, below the prefix. */
export function s3Files(
  { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  note: Note = () => {},
  silentMs = 15_000,
): FileStore {
  const client = clientWith({ connectionTimeout: 5_000, socketTimeout: silentMs })
  // Its socket timeout would count a slow reader's pauses.
  const servingClient = clientWith({
    connectionTimeout: 5_000,
    requestTimeout: silentMs,
    throwOnRequestTimeout: true,
    socketTimeout: 0,
  })
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name })

  function clientWith(requestHandler: S3ClientConfig['requestHandler']) {
    const client = new S3Client({
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
      // Storages other than Amazon's reject the framing of the newer checksums, or store it as content.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // A person is waiting for the answer: at most twice this time.
      maxAttempts: 2,
      requestHandler,
    })
    client.middlewareStack.add(
      (next) => async (call) => {
        try {
          const answer = await next(call)
          note('storage')
          return answer
        } catch (error) {
          const reason = saidByStorage(error)
          note('storage', { about: aboutOfStorage(error), reason })
          throw Object.assign(error as Error, { message: reason, service: 'storage' })
        }
      },
      { step: 'initialize', name: 'noteOutcome' },
    )
    return client
  }

  return {
    async put(name, content) {
      const Body = Readable.fromWeb(content.stream() as never)
      const upload = new Upload({ client, params: { ...at(name), Body, ContentType: mediaType(name) } })
      await upload.done().catch(unavailable)
    },

    async read(name) {
      const found = await client.send(new GetObjectCommand(at(name))).catch(nullWhenMissing)
      return found?.Body ? found.Body.transformToByteArray() : null
    },

    async serve(name, wanted): Promise<ServedFile | null> {
      const wantedPart = { Range: wanted.range, IfNoneMatch: wanted['if-none-match'] }
      try {
        const found = await servingClient.send(new GetObjectCommand({ ...at(name), ...wantedPart }))
        return {
          status: found.ContentRange ? 206 : 200,
          headers: present({
            'Content-Type': mediaType(name),
            'Content-Length': found.ContentLength?.toString(),
            'Content-Range': found.ContentRange,
            'Accept-Ranges': 'bytes',
            ETag: found.ETag,
          }),
          body: endWhenSilent(found.Body as IncomingMessage, silentMs),
        }
      } catch (error) {
        const status = statusOf(error)
        if (status === 304 || status === 416) {
          const told = (error as S3ServiceException).$response?.headers ?? {}
          return { status, headers: present({ ETag: told.etag, 'Content-Range': told['content-range'] }), body: null }
        }
        return nullWhenMissing(error, unavailable)
      }
    },

    remove: async (name) => void (await client.send(new DeleteObjectCommand(at(name))).catch(nullWhenMissing)),

    async *list() {
      let after: string | undefined
      do {
        const wished = { Bucket: bucket, Prefix: prefix, ContinuationToken: after }
        const page = await client.send(new ListObjectsV2Command(wished))
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key?.startsWith(prefix) && LastModified) yield { name: Key.slice(prefix.length), writtenAt: LastModified }
        }
        after = page.NextContinuationToken
      } while (after)
    },

    async trash(name, day) {
      const CopySource = encodeURI(`${bucket}/${prefix}${name}`)
      const copied = await client
        .send(new CopyObjectCommand({ ...at(trashName(name, day)), CopySource }))
        .catch(nullWhenMissing)
      if (copied) await client.send(new DeleteObjectCommand(at(name))).catch(nullWhenMissing)
    },
  }
}

/** Each reader holds one of 50 connections to the storage. */
const LONGEST_PAUSE_MS = 300_000

/**
 * Aborts a body that has been silent this long, not counting the reader's pauses: a hanging storage would keep the
 * caller waiting.
 */
function endWhenSilent(body: IncomingMessage, silentMs: number): Readable {
  let timer: NodeJS.Timeout | undefined
  const endAfter = (ms: number, problem: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => body.destroy(new Error(problem)), ms).unref()
  }
  const wait = () => endAfter(silentMs, 'the file storage went silent')
  return body
    .on('resume', wait)
    .on('pause', () => endAfter(LONGEST_PAUSE_MS, 'the reader of a file takes nothing more'))
    .on('close', () => clearTimeout(timer))
    .on('data', () => !body.isPaused() && wait())
    .pause()
}

const UNREACHABLE = 'The file storage cannot be reached at the moment. Please try again in a moment.'
const REFUSED = 'The file storage refuses access. Please tell the server’s operator.'

// The message for people; the storage's own error is logged as its cause.
function unavailable(error: Error): never {
  // The client's own errors have this property, whether the storage refused or did not answer.
  if (!('$metadata' in error)) throw error
  const fault = new AppError(503, aboutOfStorage(error) === 'set-up' ? REFUSED : UNREACHABLE)
  fault.cause = error
  throw fault
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)

function nullWhenMissing(error: unknown, otherwise: (error: Error) => never = rethrow) {
  if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null
  return otherwise(error as Error)
}

function rethrow(error: Error): never {
  throw error
}

const present = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<string, string>

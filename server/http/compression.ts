import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyRequest } from 'fastify'
import type { App } from './app-type.ts'

/** In bytes. Below this, compressing takes more time than the smaller answer saves. */
export const COMPRESS_FROM = 1024

/**
 * Compresses the answers of this part of the server, JSON and pages, with Brotli or gzip, as Accept-Encoding asks.
 * Request bodies are not decompressed. Call it before adding routes.
 */
export const compressAnswers = (app: App) =>
  app.register(compress, {
    threshold: COMPRESS_FROM,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/(json|javascript)|text\/html)/,
    globalDecompression: false,
  })

/** Whether an answer may be sent compressed, so that its bytes differ from `payload`. */
export const mayBeCompressed = ({ headers }: FastifyRequest, payload: string) =>
  /\b(br|gzip)\b|\*/.test(headers['accept-encoding'] ?? '') && Buffer.byteLength(payload) >= COMPRESS_FROM

const ENCODERS = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (text: string) => promisify(gzip)(text),
}

/** Compresses a constant text once for each encoding, when it is first asked for. */
export function compressedOnce() {
  const made: { [Encoding in keyof typeof ENCODERS]?: Promise<Buffer> } = {}
  return async (accepted: string, text: string) => {
    const encoding = (['br', 'gzip'] as const).find((name) => accepts(accepted, name))
    return encoding && { encoding, body: await (made[encoding] ??= ENCODERS[encoding](text)) }
  }
}

const accepts = (accepted: string, encoding: string) =>
  accepted.split(',').some((one) => one.trim().startsWith(encoding) && !/;\s*q=0(\.0*)?\s*$/.test(one))

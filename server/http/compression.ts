import compress from '@fastify/compress'
import type { FastifyRequest } from 'fastify'
import type { App } from './serve.ts'

/** In bytes. Below this, compressing costs more time than the smaller answer saves. */
export const COMPRESS_FROM = 1024

/**
 * Compresses the answers of this part of the server, JSON and pages, with Brotli or gzip, as Accept-Encoding asks.
 * Bodies of requests are not decompressed. Call it before the routes are added.
 */
export const compressAnswers = (app: App) =>
  app.register(compress, {
    threshold: COMPRESS_FROM,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/(json|javascript)|text\/html)/,
    globalDecompression: false,
  })

/** Whether an answer may leave compressed, so that its bytes differ from `payload`. */
export const mayBeCompressed = ({ headers }: FastifyRequest, payload: string) =>
  /\b(br|gzip)\b|\*/.test(headers['accept-encoding'] ?? '') && Buffer.byteLength(payload) >= COMPRESS_FROM

import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { App } from './app-type.ts'

const METHODS = ['GET', 'POST'] as const

/** Marks the answer of a call: it must not be cached, and its id finds it in the log. */
export const markAnswer = (request: FastifyRequest, reply: FastifyReply) =>
  reply.headers({ 'cache-control': 'no-store', 'request-id': request.id })

/**
 * Why there is no call with this method at `path`: 405 if there is one with another method, which `Allow` names; else
 * 404.
 */
export function noSuchCall(app: App, method: string, path: string, reply: FastifyReply): AppError {
  const other = METHODS.filter((one) => one !== method && app.hasRoute({ method: one, url: path }))
  if (!other.length) return new AppError(404, 'There is no such call.')
  reply.header('allow', other.join(', '))
  return new AppError(405, `Please call this by ${other.join(' or ')}.`)
}

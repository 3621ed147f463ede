import type { FastifyRequest } from 'fastify'
import { OWNER_BASE } from '#contract/endpoint.ts'
import { LANGUAGE_WANTED, type Language, language } from '#contract/french.ts'
import { refused } from '../errors.ts'
import { sentenceIn } from '../french/french-of.ts'

/** Whether the request is a call of the owners' app, existing or not. */
function isOfOwners({ routeOptions, url }: FastifyRequest) {
  const endpoint = routeOptions.config?.endpoint
  return endpoint ? endpoint.owner === true : url.startsWith(`${OWNER_BASE}/`)
}

/** The `?language=` of an app call; undefined if there is none. */
const languageAsked = (request: FastifyRequest): unknown =>
  isOfOwners(request) ? (request.query as { language?: unknown } | undefined)?.language : undefined

/** The language of an answer's sentences: the call's, else the one its owner chose. */
export function languageOfSentences(request: FastifyRequest): Language {
  if (!isOfOwners(request)) return 'en'
  const asked = languageAsked(request)
  const wanted = (asked !== undefined && language.safeParse(asked).data) || request.session?.language || 'en'
  return request.server.languages.includes(wanted) ? wanted : 'en'
}

/** The language that an app call asks for; null if none. Throws 422 for an unknown one. */
export function languageOf(request: FastifyRequest): Language | null {
  const asked = languageAsked(request)
  if (asked === undefined) return null
  const { data } = language.safeParse(asked)
  if (!data) throw refused('language', LANGUAGE_WANTED)
  return request.server.languages.includes(data) ? data : 'en'
}

/** An answer with its sentence in the reader's language. */
export function sayInLanguageOf<Answer>(request: FastifyRequest, answer: Answer): Answer {
  const { message } = answer as { message?: unknown }
  if (typeof message !== 'string') return answer
  const said = sentenceIn(languageOfSentences(request), message)
  return said === message ? answer : { ...answer, message: said }
}

import type { CallFields, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { Language } from '#contract/french.ts'
import { notFound } from '../errors.ts'
import type { App } from './app-type.ts'
import { serve } from './serve.ts'

/**
 * Answers the read of one published record with what `find` returns for its id, limited to the fields of the call's
 * output: 404 if `find` throws that, or finds nothing that owners see. `thing` is its kind, such as `This manual`.
 */
export const publishedOne = <E extends Endpoint>(
  app: App,
  endpoint: E,
  thing: string,
  find: (id: string, language: Language) => Promise<object | undefined>,
) =>
  serve(app, endpoint, async (input: CallFields<E>, { language }) => {
    const data = await find((input as { _id: string })._id, language)
    if (!data) throw notFound(thing)
    return endpoint.output.parse({ message: 'Found', data }) as CallOutput<E>
  })

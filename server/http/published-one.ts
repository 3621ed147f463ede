import type { CallFields, CallOutput, Endpoint } from '#contract/endpoint.ts'
import { notFound } from '../errors.ts'
import { type App, serve } from './serve.ts'

/**
 * Answers the read of one published record, limited to the fields of the call's output, with what `find` returns for its
 * id: 404 where that throws it, or finds nothing that owners see. `thing` is its kind, such as `This manual`.
 */
export const publishedOne = <E extends Endpoint>(
  app: App,
  endpoint: E,
  thing: string,
  find: (id: string) => Promise<object | undefined>,
) =>
  serve(app, endpoint, async (input: CallFields<E>) => {
    const data = await find((input as { _id: string })._id)
    if (!data) throw notFound(thing)
    return endpoint.output.parse({ message: 'Found', data }) as CallOutput<E>
  })

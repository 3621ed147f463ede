import { CHANGE_STREAM } from '#contract/change-stream.ts'
import { API_BASE } from '#contract/endpoint.ts'
import type { RunningServer } from '../e2e/server.ts'

/** What a stream of changes of this server has said. */
export async function listenTo({ url }: Pick<RunningServer, 'url'>, apiKey: string, token: string) {
  const events: string[] = []
  const stopped = new AbortController()
  const response = await fetch(`${url}${API_BASE}/${CHANGE_STREAM}`, {
    headers: { 'x-api-key': apiKey, token },
    signal: stopped.signal,
  })
  void (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      for (const [, event = ''] of chunk.matchAll(/^event: (\w+)$/gm)) events.push(event)
    }
  })().catch(() => {})
  return { events, stop: () => stopped.abort() }
}

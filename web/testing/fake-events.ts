/** The stream of changes of a fake server: what a test sends reaches all that have it open. */
export function fakeEvents() {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  return {
    open: () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          open.add(controller)
        },
      }),
    send(event: string, data: object) {
      const bytes = new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      for (const controller of open) controller.enqueue(bytes)
    },
    breakAll() {
      for (const controller of open) controller.error(new TypeError('network error'))
      open.clear()
    },
  }
}

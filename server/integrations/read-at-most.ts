/** Reads all bytes of an outside answer; rejects as soon as there are more than `maxBytes`. */
export async function readAtMost(body: AsyncIterable<Uint8Array>, maxBytes: number) {
  // In one piece: a list of tiny chunks would take many times their size.
  const held = new ArrayBuffer(0, { maxByteLength: maxBytes })
  for await (const chunk of body) {
    const bytes = held.byteLength
    if (bytes + chunk.length > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`)
    held.resize(bytes + chunk.length)
    new Uint8Array(held).set(chunk, bytes)
  }
  return Buffer.from(held.slice(0))
}

import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { refused } from '../errors.ts'

/**
 * Reads a multipart body into an object of texts and Files. A File's type is what its bytes say, whatever the sender
 * calls it. Files are cut at the limit given to the multipart plugin, which lies above every schema's own limit, so
 * that the schema refuses them in its own words.
 */
export async function readMultipart(request: FastifyRequest) {
  const body: Record<string, string | File> = Object.create(null)
  for await (const part of request.parts()) {
    if (Object.hasOwn(body, part.fieldname)) throw refused(part.fieldname, `${part.fieldname} was sent more than once.`)
    if (part.type === 'field') {
      body[part.fieldname] = String(part.value)
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    // A file field that was left empty arrives as a file without name and content.
    if (!bytes.length && !part.filename) continue
    const type = (await fileTypeFromBuffer(bytes))?.mime ?? 'application/octet-stream'
    body[part.fieldname] = new File([bytes], part.filename, { type })
  }
  return { ...body }
}

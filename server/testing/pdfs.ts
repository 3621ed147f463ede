type PdfParts = { text?: string; tags?: boolean; language?: string; pages?: number }

/** A PDF as a simple program writes it, with a table of its objects' places. */
export function plainPdf({ text = '', tags = false, language = '', pages = 1 }: PdfParts = {}) {
  const numbers = Array.from({ length: pages }, (_, place) => 5 + place)
  const drawn = text ? `BT /F1 12 Tf 10 50 Td (${text}) Tj ET` : '0 0 50 50 re f'
  const objects = [
    `<</Type /Catalog /Pages 2 0 R${tags ? ' /MarkInfo <</Marked true>>' : ''}${language ? ` /Lang (${language})` : ''}>>`,
    `<</Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages}>>`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    `<</Length ${drawn.length}>> stream\n${drawn}\nendstream`,
    ...numbers.map(
      () => '<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources <</Font <</F1 3 0 R>>>>>>',
    ),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, place) => {
    const at = body.length
    body += `${place + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${body}${table}trailer\n<</Size ${size} /Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`)
}

import { type CorpusFile, type Expected, table } from './corpus-file.ts'
import { texts, zipOf } from './workbook.ts'

type Parts = Record<string, string | Buffer>
type Content = Buffer | Promise<Buffer> | Parts

export const file = async (name: string, content: Content, expected: Expected): Promise<CorpusFile> => {
  const given = await content
  return { name: `${name}.xlsx`, bytes: Buffer.isBuffer(given) ? given : await zipOf(given), expected }
}

export const AB = texts(1, 'a', 'b')
export const row = (cells: string) => `${AB}<row r="2">${cells}</row>`
export const ab = (...rows: Parameters<typeof table>[1][]) => table(['a', 'b'], ...rows)
export const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`

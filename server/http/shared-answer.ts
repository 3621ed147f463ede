import { answerWithAddresses } from './file-addresses.ts'
import { type App, WrittenAnswer } from './serve.ts'

const written = new WeakMap<object[], { about: string; answer: WrittenAnswer }>()

/**
 * The answer of a list, written once for all callers who get the same remembered `data`: writing it takes longer than
 * finding it.
 */
export function sharedAnswer(app: App, page: { message: string; data: object[]; total: number; current_page: number }) {
  const { data, ...rest } = page
  const about = JSON.stringify(rest)
  const known = written.get(data)
  if (known?.about === about) return known.answer
  const answer = new WrittenAnswer(JSON.stringify(answerWithAddresses(page, app.publicUrl)))
  written.set(data, { about, answer })
  return answer
}

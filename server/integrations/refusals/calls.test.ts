import { expect, it } from 'vitest'
import { saidByStorage } from './calls.ts'

it('What the storage said names the storage, also where its client knows nothing but a status', () => {
  const unknown = Object.assign(new Error('UnknownError'), { name: 'Unknown', $metadata: { httpStatusCode: 503 } })
  expect(saidByStorage(unknown)).toBe('the file storage answered with status 503')
  const late = Object.assign(new Error('no answer'), { name: 'TimeoutError' })
  expect(saidByStorage(late)).toBe('the file storage: TimeoutError: no answer')
})

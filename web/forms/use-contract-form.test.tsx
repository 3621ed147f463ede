import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { useContractForm } from './use-contract-form.ts'

const TOO_LARGE = 'This file is too large.'
const schema = z.object({ file: z.instanceof(Blob).refine(({ size }) => size < 10, TOO_LARGE) })
const file = (size: number) => new Blob(['x'.repeat(size)])

it('says the same of the next file as of the last, however quickly they follow each other', () => {
  const { result } = renderHook(
    () => useContractForm({ schema, values: { file: file(1) }, send: async () => {}, onSent: () => {} }),
    { wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider> },
  )
  const choose = (...files: Blob[]) => act(() => files.forEach((one) => result.current.form.setFieldValue('file', one)))
  choose(file(20))
  expect(result.current.form.errors.file).toBe(TOO_LARGE)
  choose(file(30), file(40))
  expect(result.current.form.errors.file).toBe(TOO_LARGE)
  choose(file(2))
  expect(result.current.form.errors.file).toBeUndefined()
})

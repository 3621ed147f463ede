import { memory } from './remembered.ts'

declare global {
  var memoryOfTests: ReturnType<typeof memory> | undefined
}

/** The memory of this worker, which is there before any module of the product has loaded. */
export const worker = (globalThis.memoryOfTests ??= memory())

import { memory } from './remembered.ts'

declare global {
  var memoryOfTests: ReturnType<typeof memory> | undefined
}

/** This worker's memory, which exists before any module of the product has loaded. */
export const worker = (globalThis.memoryOfTests ??= memory())

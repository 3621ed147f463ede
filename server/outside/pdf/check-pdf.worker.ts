import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import type { PdfState } from './check-pdf.ts'

parentPort?.postMessage(await open(new Uint8Array(workerData as ArrayBuffer)))

async function open(bytes: Uint8Array): Promise<PdfState> {
  try {
    const pdf = await getDocumentProxy(bytes, { stopAtErrors: true, verbosity: 0 })
    await pdf.getPage(1)
    return 'openable'
  } catch (error) {
    return (error as Error).name === 'PasswordException' ? 'locked' : 'broken'
  }
}

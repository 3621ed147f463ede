import { getDocumentProxy } from 'unpdf'
import { answerParent } from '../../processes/child-process.ts'
import type { PdfState } from './check-pdf.ts'

answerParent(async ({ bytes }: { bytes: Uint8Array }): Promise<PdfState> => {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { stopAtErrors: true, verbosity: 0 })
    await pdf.getPage(1)
    return 'openable'
  } catch (error) {
    return (error as Error).name === 'PasswordException' ? 'locked' : 'broken'
  }
})

import { answerParent } from '../../processes/child-process.ts'
import type { MadePdf } from './make-pdf.ts'
import type { ManualContent } from './manual-document.ts'
import { printManual } from './print-manual.ts'

answerParent((content: ManualContent, tell): Promise<MadePdf> => printManual(content, tell))

import { answerParent } from '../../processes/child-process.ts'
import type { Papers } from './paper-document.ts'
import { type MadePapers, printPapers } from './print-papers.ts'

answerParent((papers: Papers): Promise<MadePapers> => printPapers(papers))

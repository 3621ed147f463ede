import { answerParent } from '../../processes/child-process.ts'
import { decodeImage, type ImageLimits } from './decode-image.ts'

answerParent(({ bytes, limits }: { bytes: Uint8Array; limits: ImageLimits }) => decodeImage(bytes, limits))

/** What is loaded with the first preview, all at once. */
export { FormPreview } from './form-preview.tsx'
export { ManualPreview } from './manual-preview.tsx'

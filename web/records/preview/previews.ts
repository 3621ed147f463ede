/** What loads when the first preview is shown, all at once. */
export { FormPreview } from './form-preview.tsx'
export { ManualPreview } from './manual-preview.tsx'

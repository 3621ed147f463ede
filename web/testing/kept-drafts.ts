/** What of unsaved typing this browser keeps: the names of the drafts. */
export const keptDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))

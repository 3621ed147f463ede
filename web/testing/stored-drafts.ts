/** The keys of all drafts that are stored in this browser. */
export const storedDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))

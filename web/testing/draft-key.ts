/** The key of the drafts of the administrator who is signed in by default. */
export const DRAFT_KEY = { admin_id: 'admin-ada', key: 'A'.repeat(43) }

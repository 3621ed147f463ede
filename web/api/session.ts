const TOKEN = 'token'

/** The stored session token, or null for a visitor. */
export const storedToken = () => localStorage.getItem(TOKEN)

/** Keeps the token of a fresh sign-in on this browser. */
export const storeToken = (token: string) => localStorage.setItem(TOKEN, token)

/** Forgets the session on this browser. What forms keep for later (web/forms/drafts.ts) stays. */
export const clearToken = () => localStorage.removeItem(TOKEN)

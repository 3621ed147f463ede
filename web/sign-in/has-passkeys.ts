/** Whether this browser knows passkeys; it does not over plain http. */
export const hasPasskeys = () => typeof window.PublicKeyCredential === 'function'

import { z } from 'zod/v4'

// What the build uses for 'zod' (see vite.config.ts), so that this comes before any schema. Otherwise Zod tests whether
// it may compile schemas with eval, and browsers report that as a breach of the policy.
z.config({ jitless: true })

export { z }

import { z } from 'zod'

// Zod otherwise tries whether it may compile schemas with eval, and browsers report that as a breach of the policy.
z.config({ jitless: true })

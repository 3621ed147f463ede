import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag } from './fields.ts'
import { answered, said } from './records.ts'

/** What a new installation needs before owners can use it, in this order. */
export const firstStepNames = [
  'rv_types',
  'years',
  'models',
  'topics',
  'sub_topics',
  'manual',
  'manual_page',
  'terms_and_privacy',
  'colleague',
  'second_factor',
  'mail',
  'backups',
] as const
export type FirstStep = (typeof firstStepNames)[number]

export const firstSteps = {
  /** `is_shown` until all are done or this administrator dismisses them; never with demo data. */
  get: endpoint(
    'admin/first_steps/get',
    z.object({}),
    answered(
      z.object({
        is_shown: z.boolean(),
        steps: z.array(z.object({ name: z.enum(firstStepNames), is_done: z.boolean() })),
      }),
    ),
  ),
  /** Hides them from this administrator; `false` shows them again. */
  dismiss: endpoint('admin/first_steps/dismiss', z.object({ dismissed: flag.default(true) }), said),
}

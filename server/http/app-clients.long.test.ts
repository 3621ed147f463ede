import { expect, it } from 'vitest'
import { OWNER_BASE } from '#contract/endpoint.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { foreignClient } from '../testing/foreign-client.ts'

/** The first RV of the signed-in owner, its warranty call, and the RVs among all changes, in each client's language. */
const uses = {
  'openapi-typescript-codegen': `import { ContentService, RVsService, type Rv } from 'client'
export const first = async (): Promise<Rv | undefined> => (await RVsService.listRvs({ page: 1 })).data[0]
export const expires = async (rvId: string) => (await RVsService.getWarranty({ rvId })).data.warranty[0]?.WarrantyExpire
export const synced = async (): Promise<Rv[]> =>
  (await ContentService.sync({})).changed.flatMap((one) => (one.type === 'rvs' ? [one.record] : []))
`,
  orval: `import { getWarranty, listRvs, type Rv, sync } from 'client'
export async function first(): Promise<Rv | undefined> {
  const answer = await listRvs({ page: 1 })
  return answer.status === 200 ? answer.data.data[0] : undefined
}
export async function expires(rv_id: string) {
  const answer = await getWarranty({ rv_id })
  return answer.status === 200 ? answer.data.data.warranty[0]?.WarrantyExpire : answer.status === 404
}
export async function synced(): Promise<Rv[]> {
  const answer = await sync()
  return answer.status === 200 ? answer.data.changed.flatMap((one) => (one.type === 'rvs' ? [one.record] : [])) : []
}
`,
  'swagger-typescript-api': `import { Api, type Rv } from 'client'
const { rvs, sync } = new Api({ baseUrl: 'https://rv.example.com/app/v1' })
export const first = async (): Promise<Rv | undefined> => (await rvs.listRvs({ page: 1 })).data.data[0]
export const expires = async (rv_id: string) => (await rvs.getWarranty({ rv_id })).data.data.warranty[0]?.WarrantyExpire
export const synced = async (): Promise<Rv[]> =>
  (await sync.sync()).data.changed.flatMap((one) => (one.type === 'rvs' ? [one.record] : []))
`,
} as const

it.each(Object.keys(uses) as (keyof typeof uses)[])(
  '%s makes a client of the description as it is served, which compiles strictly and refuses what is misspelt',
  async (generator) => {
    const app = await buildTestApp()
    const client = foreignClient(generator, (await app.app.inject(`${OWNER_BASE}/openapi.json`)).json())
    await app.close()
    expect(client.complaints(uses[generator])).toBe('')
    expect(client.complaints(uses[generator].replace('WarrantyExpire', 'WarrantyExpires'))).toContain(
      "'WarrantyExpires' does not exist",
    )
    expect(client.complaints(uses[generator].replace("'rvs' ?", "'manuals' ?"))).toContain('Manual')
    expect(client.complaints(uses[generator].replace("'rvs' ?", "'rv' ?"))).toContain('no overlap')
    client.throwAway()
  },
)

import { median, rateOf, type Target } from './load.ts'
import type { Server } from './server.ts'

const SECONDS = 2

/** Complete changes of records by one client and by 32, compared with raw single commits on the same database. */
export async function measureWrites({ call, headers, types, ask }: Server, rounds: number) {
  let next = 0
  const edit: Target = {
    url: call('admin/categories/edit'),
    headers,
    body: () => ({ ...types[next % types.length], seq_no: 1000 + next++ }),
  }
  const measured = { commits: [] as number[], one: [] as number[], many: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    measured.commits.push((await ask<{ rate: number }>('commits')).rate)
    measured.one.push(await rateOf(edit, 1, SECONDS))
    measured.many.push(await rateOf(edit, 32, SECONDS))
  }
  const toCommits = (rates: number[]) =>
    median(rates.map((rate, round) => rate / (measured.commits[round] ?? Number.NaN)))
  return {
    commits: median(measured.commits),
    one: median(measured.one),
    many: median(measured.many),
    oneToCommits: toCommits(measured.one),
    manyToCommits: toCommits(measured.many),
  }
}

import { Gauge, type Registry } from 'prom-client'
import { conditionNames, conditions } from '../watch/conditions.ts'
import type { Looked } from '../watch/watch.ts'

const jobStates = ['waiting', 'failing', 'given_up'] as const

/**
 * Adds gauges for the known facts about the installation. Returns the function that updates them at each look; if the
 * database does not answer, they keep their last values.
 */
export function factGauges(register: Registry) {
  const gauge = (name: string, help: string) => {
    const one = new Gauge({ name, help, registers: [register] })
    // It has no value until it is known.
    one.remove()
    return one
  }
  const databaseUp = gauge(
    'database_up',
    '1 while the database answers and can be written to. Otherwise the numbers of jobs are the last known ones.',
  )
  const condition = new Gauge({
    name: 'condition',
    help: '1 while a condition holds that an operator should know about, by name and severity.',
    labelNames: ['name', 'severity'],
    registers: [register],
  })
  const jobs = {
    waiting: gauge('jobs_waiting', 'How many jobs are in the queue.'),
    failing: gauge('jobs_failing', 'How many of them have failed so far.'),
    given_up: gauge('jobs_given_up', 'How many jobs were given up and have been neither tried again nor dismissed.'),
  }
  const sweep = gauge(
    'files_sweep_stopped',
    '1 when the last cleanup found that more than a tenth of all files belong to no record, and removed none.',
  )
  const missing = gauge(
    'files_missing',
    'How many files that records need are missing from the storage, by the last cleanup or the newest backup.',
  )
  const forwarded = gauge(
    'forwarded_headers_ignored',
    '1 when a proxy forwards calls although TRUST_PROXY is 0: all its callers count as one address.',
  )
  const lastBackup = gauge('backup_last_timestamp_seconds', 'When the newest finished backup was made.')
  const backupFailed = gauge('backup_failed', '1 when the last backup failed; no value where none are scheduled.')

  return ({ facts, standing = [] }: Partial<Looked> = {}) => {
    const isUp = facts?.database === 'ok'
    databaseUp.set(isUp ? 1 : 0)
    if (!facts) return condition.set({ name: 'database_down', severity: conditions.database_down.severity }, 1)
    for (const name of conditionNames) {
      const stands = standing.some((one) => one.name === name)
      condition.set({ name, severity: conditions[name].severity }, stands ? 1 : 0)
    }
    if (isUp) for (const state of jobStates) jobs[state].set(facts.jobs[state])
    sweep.set(facts.sweep?.stopped ? 1 : 0)
    missing.set(facts.missingFiles)
    forwarded.set(facts.forwardedIgnored ? 1 : 0)
    if (facts.backups) backupFailed.set(facts.backups.problem ? 1 : 0)
    if (facts.backups?.last) lastBackup.set(Date.parse(facts.backups.last) / 1000)
  }
}

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from '../clock.ts'
import { checkContent } from './checksums.ts'
import { type ReadHead, readManifest, rememberHeads } from './manifest.ts'

/** How many days, weeks and months keep their newest backup. */
export type Keep = { days: number; weeks: number; months: number }

/** `missing` are the files that its records need but the storage lacked. */
export type FinishedBackup = { path: string; at: Date; missing: string[] }

const OUR_NAME = /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/

/** The name of a backup made at this time, to the second. */
export const backupName = (at: Date) => `backup-${at.toISOString().replaceAll(':', '-').slice(0, 19)}`

/** Which installation's backups, in which folder. `readHead` remembers what it has read. */
export type Backups = { folder: string; installation: string; readHead?: ReadHead }

/**
 * An installation's finished backups in `folder`, newest first: what has our name and our manifest. Excludes backups
 * from the future, made while the clock was ahead, and anything of someone else's.
 */
export async function listBackups(backups: Backups): Promise<FinishedBackup[]> {
  const found: FinishedBackup[] = []
  for await (const backup of backupsByName(backups)) found.push(backup)
  return found.sort((one, other) => other.at.getTime() - one.at.getTime())
}

/** The newest of them; reads no more manifests than needed. */
export async function newestBackup(backups: Backups): Promise<FinishedBackup | undefined> {
  for await (const backup of backupsByName(backups)) return backup
  return undefined
}

/** Their names are the times they were made. */
async function* backupsByName({ folder, installation, readHead = rememberHeads() }: Backups) {
  const names = await readdir(folder).catch(() => [])
  for (const name of names
    .filter((name) => OUR_NAME.test(name))
    .toSorted()
    .reverse()) {
    const path = join(folder, name)
    const head = await readHead(path).catch(() => undefined)
    if (head?.installation === installation && Date.parse(head.at) <= Date.now())
      yield { path, at: new Date(head.at), missing: head.missing }
  }
}

// 1970-01-05 was a Monday.
const weekOf = (at: Date) => Math.floor((at.getTime() - 4 * DAY) / (7 * DAY))
const spans = {
  days: (at: Date) => at.toISOString().slice(0, 10),
  weeks: (at: Date) => String(weekOf(at)),
  months: (at: Date) => at.toISOString().slice(0, 7),
}

/**
 * Which of these backups, newest first, can go. All of the last 24 hours stay, and the newest of each of the last
 * `keep` days, weeks and months (UTC) that have one, so that many backups in one afternoon do not push out the others.
 */
export function backupsToForget(backups: FinishedBackup[], keep: Keep, now = Date.now()): FinishedBackup[] {
  const kept = new Set(backups.filter(({ at }) => at.getTime() > now - DAY))
  for (const [span, spanOf] of Object.entries(spans)) {
    const newest = new Map<string, FinishedBackup>()
    for (const backup of backups) if (!newest.has(spanOf(backup.at))) newest.set(spanOf(backup.at), backup)
    for (const backup of [...newest.values()].slice(0, keep[span as keyof Keep])) kept.add(backup)
  }
  return backups.filter((backup) => !kept.has(backup))
}

/**
 * Removes the backups that can go; see backupsToForget. The newest sound one always stays. Resolves to those found
 * damaged meanwhile.
 */
export async function pruneBackups(of: Backups, keep: Keep): Promise<string[]> {
  const backups = await listBackups(of)
  const gone = backupsToForget(backups, keep)
  if (!gone.length) return []
  const damaged: string[] = []
  const newestSound = async (candidates: FinishedBackup[]) => {
    for (const backup of candidates) {
      if (await isSound(backup.path)) return backup
      damaged.push(backup.path)
    }
    return undefined
  }
  const staying = backups.filter((backup) => !gone.includes(backup))
  const sound = (await newestSound(staying)) ?? (await newestSound(gone))
  for (const backup of gone) if (sound && backup !== sound) await rm(backup.path, { recursive: true })
  return damaged
}

/** Whether a backup's content matches its manifest. */
const isSound = (path: string) =>
  readManifest(path)
    .then((manifest) => checkContent(path, manifest))
    .then(
      () => true,
      () => false,
    )

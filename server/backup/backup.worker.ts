import { rethrowForThread } from '../threads.ts'
import { type ConfiguredBackup, makeConfiguredBackup } from './configured-backup.ts'

/** Runs makeConfiguredBackup on a thread. */
export const make = (backup: ConfiguredBackup) => makeConfiguredBackup(backup).catch(rethrowForThread)

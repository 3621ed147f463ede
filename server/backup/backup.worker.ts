import { rethrowForThread } from '../threads.ts'
import { type ConfiguredBackup, makeConfiguredBackup } from './configured-backup.ts'

/** makeConfiguredBackup, to be run on a thread. */
export const make = (backup: ConfiguredBackup) => makeConfiguredBackup(backup).catch(rethrowForThread)

import { answerParent } from '../processes/child-process.ts'
import { type ConfiguredBackup, makeConfiguredBackup } from './configured-backup.ts'

answerParent((backup: ConfiguredBackup) => makeConfiguredBackup(backup))

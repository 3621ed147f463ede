import { parentPort, workerData } from 'node:worker_threads'
import { makeSettledBackup, type SettledBackup } from './backup-apart.ts'

parentPort?.postMessage(await makeSettledBackup(workerData as SettledBackup))

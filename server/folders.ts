import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a missing folder and its parents. Node's own `recursive` never ends where nothing can be made, as below /proc.
 */
export function makeFolders(path: string, mode = 0o777) {
  try {
    mkdirSync(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path).isDirectory()) return
    const parent = dirname(path)
    if (code !== 'ENOENT' || parent === path || existsSync(parent)) throw error
    makeFolders(parent, mode)
    makeFolders(path, mode)
  }
}

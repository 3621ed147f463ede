import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Settings that give a process another clock, with Debian's libfaketime: `time` is an offset such as `+5m`, or the path
 * of a file that contains one and may change.
 */
export function faketime(time: string): Record<string, string> {
  const paths = readdirSync('/usr/lib').map((kind) => join('/usr/lib', kind, 'faketime/libfaketimeMT.so.1'))
  const path = paths.find((path) => existsSync(path))
  if (!path) throw new Error('clocks cannot be tried without the Debian package libfaketime')
  return {
    LD_PRELOAD: path,
    ...(time.startsWith('/') ? { FAKETIME_TIMESTAMP_FILE: time, FAKETIME_NO_CACHE: '1' } : { FAKETIME: time }),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

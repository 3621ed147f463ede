/** A full disk, as reported by SQLite, PostgreSQL and the file system, and whose it is. */
const fullDisks = new Map([
  ['SQLITE_FULL', 'the disk of DATA_DIR on this server is full'],
  ['ENOSPC', 'a disk of this server is full, that of DATA_DIR or of its temporary files'],
  ['EDQUOT', 'the quota of this server’s user is used up on the disk of DATA_DIR'],
  ['EFBIG', 'a file of this server cannot grow: its user has a limit (ulimit -f)'],
  ['53100', 'the disk of the PostgreSQL server is full'],
])

/** Whose disk is full, in words; undefined for any other error. */
export const fullDiskOf = (error: unknown) => fullDisks.get((error as { code?: string } | null)?.code ?? '')

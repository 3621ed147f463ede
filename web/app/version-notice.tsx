import { useEffect } from 'react'
import { useOnline } from '#web/api/connection.ts'
import { useNewVersion, watchVersion } from '#web/api/new-version.ts'
import classes from './page-notice.module.css'

/** A notice that this page is of an earlier version; a lost connection is reported first. */
export function VersionNotice() {
  const online = useOnline()
  const isFormer = useNewVersion()
  useEffect(() => watchVersion(), [])
  return (
    <div role="alert" className={classes.place}>
      {online && isFormer && (
        <p className={classes.notice}>
          <span>
            A new version is here ·{' '}
            <button type="button" className={classes.act ?? ''} onClick={() => window.location.reload()}>
              Reload
            </button>
          </span>
        </p>
      )}
    </div>
  )
}

import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { canReachServer } from '#web/api/ping.ts'
import classes from './offline-notice.module.css'

const CHECKED_EVERY = 30_000

/** Says so while the connection is lost: as soon as the browser notices, and by a check every 30 seconds. */
export function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="alert" className={classes.place}>
      {!online && (
        <p className={classes.notice}>
          <WifiOff size={16} aria-hidden />
          No Internet! Please check your internet connectivity.
        </p>
      )}
    </div>
  )
}

function useOnline() {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    let asked = 0
    let heard = 0
    const check = async () => {
      asked += 1
      const number = asked
      const reached = await canReachServer()
      // A check that was overtaken by later news says nothing any more.
      if (number <= heard) return
      heard = number
      setOnline(reached)
    }
    const goOffline = () => {
      heard = asked
      setOnline(false)
    }
    const checkNow = () => void check()
    const timer = setInterval(checkNow, CHECKED_EVERY)
    window.addEventListener('offline', goOffline)
    window.addEventListener('online', checkNow)
    return () => {
      heard = Infinity
      clearInterval(timer)
      window.removeEventListener('offline', goOffline)
      window.removeEventListener('online', checkNow)
    }
  }, [])
  return online
}

import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { canReachServer } from '#web/api/ping.ts'
import classes from './offline-notice.module.css'

const CHECK_MS = 30_000

/**
 * A notice while the connection is lost: reported by the browser, or found by a request every 30 seconds. When it is
 * back, what is on screen is read again.
 */
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
  const client = useQueryClient()
  const wasOnline = useRef(online)
  useEffect(() => {
    if (online && !wasOnline.current) void client.refetchQueries({ type: 'active' })
    wasOnline.current = online
  }, [online, client])
  useEffect(() => {
    let started = 0
    let latest = 0
    const check = async () => {
      started += 1
      const number = started
      const reached = await canReachServer()
      // Ignores the result of a check that finished after a newer one.
      if (number <= latest) return
      latest = number
      setOnline(reached)
    }
    const goOffline = () => {
      latest = started
      setOnline(false)
    }
    const checkNow = () => void check()
    const timer = setInterval(checkNow, CHECK_MS)
    window.addEventListener('offline', goOffline)
    window.addEventListener('online', checkNow)
    return () => {
      latest = Infinity
      clearInterval(timer)
      window.removeEventListener('offline', goOffline)
      window.removeEventListener('online', checkNow)
    }
  }, [])
  return online
}

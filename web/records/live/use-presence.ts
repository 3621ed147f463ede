import { useEffect, useEffectEvent, useState } from 'react'
import { changes, type FieldChange, type RecordType, records } from '#contract/changes.ts'
import { call } from '#web/api/call.ts'
import { useMe } from '#web/api/use-me.ts'
import { useLiveEvents } from './live-events.ts'

/** The lease on the server is 45 seconds long. */
const REPEAT_MS = 20_000

/** What somebody else has saved since the form was opened. */
export type Saved = { by: string; fields: FieldChange[] }

/**
 * Who else has the form of this record open, and what others have saved since it was opened. Says so to the server for
 * as long as the form is open. Without an answer nothing is known, which hinders nobody.
 */
export function usePresence(type: RecordType, id: string) {
  const me = useMe()?._id
  const [others, setOthers] = useState<string[]>([])
  const [saved, setSaved] = useState<Saved>()

  const show = (admins: { _id: string; name: string }[]) =>
    setOthers(admins.filter(({ _id }) => _id !== me).map(({ name }) => name))
  const showAnswer = useEffectEvent(show)

  useEffect(() => {
    const say = (open: boolean) =>
      call(records.presence, { record_type: type, record_id: id, open }, { keepalive: !open })
    const sayOpen = () =>
      void say(true).then(
        ({ data }) => showAnswer(data),
        () => {},
      )
    sayOpen()
    const timer = setInterval(sayOpen, REPEAT_MS)
    const left = () => void say(false).catch(() => {})
    window.addEventListener('pagehide', left)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', left)
      left()
    }
  }, [type, id])

  async function lookAt(changeId: string) {
    try {
      const { data } = await call(changes.of_record, { record_type: type, record_id: id, page: 1, per_page: 1 })
      const [last] = data
      if (last?.change._id === changeId) setSaved({ by: last.change.by.name, fields: last.fields })
    } catch {
      // Saving tells about it.
    }
  }

  useLiveEvents((event) => {
    if (event.kind === 'presence' && event.record_type === type && event.record_id === id) show(event.admins)
    if (event.kind === 'change' && event.by._id !== me && event.record_types.includes(type))
      void lookAt(event.change_id)
  })

  return { others, saved }
}

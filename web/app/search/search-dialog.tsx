import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useLocation, useNavigate } from 'react-router'
import { useMe } from '#web/api/use-me.ts'
import { visitedBy } from '#web/records/page/visited.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { allDestinations, destinationsFor, type SearchRow, visitedRows } from './destinations.ts'
import { SearchList } from './search-list.tsx'

type SearchDialogProps = { text: string; onClose: () => void }

/** Searches pages, actions and all records; until something is typed, it shows what was visited last, then the rest. */
export function SearchDialog({ text, onClose }: SearchDialogProps) {
  const dialog = useDialog(onClose)
  const me = useMe()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const theme = { isDark, setDark: (dark: boolean) => setColorScheme(dark ? 'dark' : 'light') }

  const ownRows = (text: string) =>
    text.trim()
      ? destinationsFor(text, theme)
      : [...visitedRows(me ? visitedBy(me._id) : [], pathname), ...allDestinations(theme)]

  function open({ path, act }: SearchRow, inNewTab: boolean) {
    if (path === undefined) {
      dialog.close()
      act()
    } else if (inNewTab) window.open(path, '_blank', 'noopener')
    else {
      // Gone at once, so that the focus is the next page's.
      onClose()
      void navigate(path)
    }
  }

  return (
    <Dialog title="Search" dialog={dialog} size="xl">
      <SearchList text={text} ownRows={ownRows} onOpen={open} />
    </Dialog>
  )
}

import { Button, Menu, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  Bookmark,
  BookmarkPlus,
  Check,
  ChevronDown,
  ListRestart,
  type LucideIcon,
  Pencil,
  Star,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import type { ListState as SavedState, View } from '#contract/views.ts'
import { viewsQuery } from './shown-view.ts'
import { ViewForm } from './view-form.tsx'

type ViewsMenuProps = {
  list: RecordType
  title: string
  /** What the list shows now. */
  state: SavedState
  /** The view that it shows, or showed before it was changed; its name stands on its tab. */
  shown: View | undefined
  onShow: (view: View | null) => void
}

/** The menu at the title of a list: its saved views, and what can be done with them. */
export function ViewsMenu({ list, title, state, shown, onShow }: ViewsMenuProps) {
  const { data, error } = useQuery(viewsQuery(list))
  const [form, setForm] = useState<{ view?: View } | null>(null)
  const saved = data?.data ?? []

  return (
    <>
      <Menu position="bottom-start" width={280} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            miw={0}
            aria-label={shown ? `${shown.name}, views of ${title}` : `Views of ${title}`}
          >
            <ChevronDown size={20} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Views</Menu.Label>
          <Menu.Item leftSection={<ListRestart size={16} aria-hidden />} onClick={() => onShow(null)}>
            All records
          </Menu.Item>
          {saved.map((view) => (
            <Menu.Item
              key={view._id}
              leftSection={
                view._id === shown?._id ? <Check size={16} aria-hidden /> : <Bookmark size={16} aria-hidden />
              }
              rightSection={<ViewMarks view={view} />}
              aria-current={view._id === shown?._id ? 'true' : undefined}
              onClick={() => onShow(view)}
            >
              {view.name}
            </Menu.Item>
          ))}
          {error && (
            <Text size="sm" c="dimmed" px="sm" py={4}>
              The saved views could not be loaded. {error.message}
            </Text>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<BookmarkPlus size={16} aria-hidden />} onClick={() => setForm({})}>
            Save as a new view
          </Menu.Item>
          {shown && (
            <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setForm({ view: shown })}>
              {shown.is_mine ? `Edit view “${shown.name}”` : `Settings of “${shown.name}”`}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {form && <ViewForm list={list} state={state} view={form.view} onSaved={onShow} onClose={() => setForm(null)} />}
    </>
  )
}

function ViewMarks({ view: { is_shared, is_default, is_mine, owner } }: { view: View }) {
  return (
    <span style={{ display: 'inline-flex', gap: 4 }}>
      {is_default && <Mark icon={Star} means="Opens first" />}
      {is_shared && <Mark icon={Users} means={is_mine ? 'Shared' : `Shared by ${owner.name}`} />}
    </span>
  )
}

const Mark = ({ icon: Icon, means }: { icon: LucideIcon; means: string }) => (
  <span title={means}>
    <Icon size={14} aria-hidden />
    <VisuallyHidden>{means}</VisuallyHidden>
  </span>
)

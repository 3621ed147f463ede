import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Purpose } from '#contract/message-fields.ts'
import { type Template, templates } from '#contract/templates.ts'
import { query } from '#web/api/query.ts'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { type LinkWritten, linkWritten } from '#web/shared-forms/message-links.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDialog } from '#web/ui/dialog/dialog.tsx'

type Written = { title: string; description: string; purpose: Purpose } & LinkWritten
type TemplateSelectProps = { written: Written; onFill: (written: Written) => void }

/** Fills a message with the text of a template; asks first if something has been written. */
export function TemplateSelect({ written, onFill }: TemplateSelectProps) {
  const [isWanted, setIsWanted] = useState(false)
  const [asked, setAsked] = useState<Template>()
  const { data, error } = useQuery({ ...query(templates.list, choicesInput('')), enabled: isWanted })
  const known = data?.data ?? []
  // A template without a link does not remove one.
  const leads = { link_type: written.link_type, link: written.link }
  const fill = ({ title, description, purpose, link }: Template) =>
    onFill({ title, description, purpose, ...(link ? linkWritten(link) : leads) })
  function choose(id: string | null) {
    const chosen = known.find(({ _id }) => _id === id)
    if (!chosen) return
    const leadsElsewhere = chosen.link && leads.link && leads.link !== chosen.link.id
    if (written.title.trim() || written.description.trim() || leadsElsewhere) setAsked(chosen)
    else fill(chosen)
  }
  return (
    <>
      <Select
        label="Begin with a template"
        placeholder="Choose one"
        data={known.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={null}
        onChange={choose}
        onDropdownOpen={() => setIsWanted(true)}
        searchable
        error={error?.message}
        nothingFoundMessage={data ? (known.length ? 'Nothing found' : 'There is no template yet.') : 'Loading…'}
      />
      {asked && <OverwriteDialog name={asked.name} onConfirm={() => fill(asked)} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function OverwriteDialog({ name, onConfirm, onClose }: { name: string; onConfirm: () => void; onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <ConfirmDialog
      title="Use template"
      dialog={dialog}
      text={`The title and the message that you have written are replaced by those of “${name}”. Replace them?`}
      action="Replace"
      onConfirm={() => {
        dialog.close()
        onConfirm()
      }}
    />
  )
}

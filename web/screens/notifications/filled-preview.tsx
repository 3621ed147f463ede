import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '#contract/french.ts'
import { previewFields } from '#contract/message-fields.ts'
import { notifications } from '#contract/notifications.ts'
import { filledIn, placeholdersIn } from '#contract/placeholders.ts'
import { type User, users } from '#contract/users.ts'
import { query } from '#web/api/query.ts'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { LockScreens } from './lock-screens.tsx'

const DEBOUNCE_MS = 250

/** What is written in one language. */
export type WrittenText = { title: string; description: string; language: Language }

/**
 * The message on lock screens; with placeholders as a chosen owner gets it, else as an owner about whom nothing is
 * known.
 */
export function FilledPreview({ written }: { written: WrittenText }) {
  const [owner, setOwner] = useState<User>()
  const asks = placeholdersIn(`${written.title}\n${written.description}`).length > 0
  const { text, error } = useFilled(written, asks ? owner : undefined)
  return (
    <>
      {asks && <OwnerSelect chosen={owner} onChoose={setOwner} error={error?.message} />}
      <LockScreens title={text.title} body={text.description} />
    </>
  )
}

function useFilled(written: WrittenText, owner: User | undefined) {
  const [settled] = useDebouncedValue(written, DEBOUNCE_MS)
  const asked = { ...settled, user_id: owner?._id ?? '' }
  const enabled = owner !== undefined && previewFields.safeParse(asked).success
  const { data, error } = useQuery({
    ...query(notifications.preview, asked),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const known = enabled && !error ? data?.data : undefined
  const { title, description, language } = written
  return {
    text: known ?? { title: filledIn(title, {}, language), description: filledIn(description, {}, language) },
    error: enabled ? error : null,
  }
}

type OwnerSelectProps = {
  chosen: User | undefined
  onChoose: (owner: User | undefined) => void
  error: string | undefined
}

function OwnerSelect({ chosen, onChoose, error }: OwnerSelectProps) {
  const [isWanted, setIsWanted] = useState(false)
  const [typed, setTyped] = useState('')
  const wanted = chosen && typed === labelOf(chosen) ? '' : typed.trim()
  const [search] = useDebouncedValue(wanted, DEBOUNCE_MS)
  const { data, error: unread } = useQuery({
    ...query(users.list, { ...choicesInput(search), status: true }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    meta: { refetchAfterChange: false },
  })
  const found = data?.data ?? []
  const offered = chosen && !found.some(({ _id }) => _id === chosen._id) ? [chosen, ...found] : found
  return (
    <Select
      mt="lg"
      label="As this owner gets it"
      placeholder="Type a name"
      description="Without one, as an owner of whom nothing is known."
      data={offered.map((user) => ({ value: user._id, label: labelOf(user) }))}
      value={chosen?._id ?? null}
      onChange={(id) => onChoose(offered.find(({ _id }) => _id === id))}
      onDropdownOpen={() => setIsWanted(true)}
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options }) => options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Choose no owner' }}
      error={error ?? unread?.message}
      nothingFoundMessage={data ? 'Nothing found' : 'Loading…'}
    />
  )
}

const labelOf = ({ name, email }: User) => [name, email].filter((part) => part.trim()).join(' · ') || 'N/A'

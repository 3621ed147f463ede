import { Button, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { audiences } from '#contract/audiences.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { Conditions } from '#web/shared-forms/conditions/conditions.tsx'
import { Meant } from '#web/shared-forms/conditions/meant.tsx'
import type { useMeant } from '#web/shared-forms/conditions/use-meant.ts'
import { toastSuccess } from '#web/ui/feedback/toast.ts'

type ByConditionsProps = {
  audience: unknown
  onChange: (audience: unknown) => void
  counted: ReturnType<typeof useMeant>
  /** Leads to the message, where that is above. */
  onWrite: (() => void) | undefined
}

/**
 * The recipients by conditions: the sentence of the whole and its count, a line for each, and audiences that are kept.
 */
export function ByConditions({ audience, onChange, counted, onWrite }: ByConditionsProps) {
  return (
    <Paper withBorder p="md">
      <Stack>
        <Meant {...counted} />
        <SavedAudiences onChoose={onChange} />
        <Conditions value={audience} onChange={onChange} />
        {counted.ready && <SaveAudience audience={audience} />}
        {onWrite && (
          <Group>
            <Button variant="subtle" size="compact-sm" onClick={onWrite}>
              Back to the message
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function SavedAudiences({ onChoose }: { onChoose: (audience: unknown) => void }) {
  const { data, error, refetch } = useQuery(query(audiences.list, choicesInput('')))
  const saved = data?.data ?? []
  if (error)
    return (
      <Group role="alert" gap="xs">
        <Text size="sm">The saved audiences could not be loaded. {error.message}</Text>
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          Retry
        </Button>
      </Group>
    )
  return (
    <Select
      label="Begin with a saved audience"
      placeholder={data && !saved.length ? 'None is saved yet' : 'Choose one'}
      data={saved.map(({ _id, name }) => ({ value: _id, label: name }))}
      // What is chosen becomes lines, which may be changed: it is not the saved one any more.
      value={null}
      onChange={(id) => {
        const chosen = saved.find(({ _id }) => _id === id)
        if (chosen) onChoose(chosen.audience)
      }}
      searchable
      nothingFoundMessage={data ? 'Nothing found' : 'Loading…'}
    />
  )
}

function SaveAudience({ audience }: { audience: unknown }) {
  const [name, setName] = useState('')
  const save = useMutation({
    mutationFn: () => call(audiences.add, { name, audience }),
    meta: { saidInPlace: true },
    onSuccess({ message }) {
      setName('')
      toastSuccess(message)
    },
  })
  const canSave = name.trim() !== '' && !save.isPending
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label="Save these conditions as"
        placeholder="Owners in Nevada"
        style={{ flex: 1 }}
        value={name}
        error={save.error?.message}
        maxLength={100}
        onChange={({ currentTarget }) => {
          save.reset()
          setName(currentTarget.value)
        }}
        onKeyDown={({ key }) => key === 'Enter' && canSave && save.mutate()}
      />
      <Button variant="default" disabled={!name.trim()} loading={save.isPending} onClick={() => save.mutate()}>
        Save
      </Button>
    </Group>
  )
}

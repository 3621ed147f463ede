import { Anchor, SimpleGrid, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { type FrenchState, type Language, languageNames, twinNames } from '#contract/french.ts'
import { type FrenchType, frenchCalls } from '#contract/french-calls.ts'
import { query } from '#web/api/query.ts'
import { hasFrench } from '#web/api/settings.ts'
import { ApiErrorAlert } from '#web/forms/api-error-alert.tsx'
import { LongDifference } from '#web/ui/difference/differences.tsx'
import type { FormOf } from '#web/ui/fields/fields.tsx'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'

/** What the field of a language has: the French may always be left out. */
type Field<Name extends string> = { name: Name | `${Name}_fr`; label?: string; optional?: true }

type WithFrenchProps<Name extends string> = {
  form: Pick<FormOf<never>, 'getInputProps'>
  /** The English field. */
  name: Name
  /** Its label, where the form has none for it. */
  label?: string
  type?: FrenchType
  /** The record as it is stored; none while a new one is written. */
  record?: { _id: string; french: FrenchState | null } | undefined
  /** Renders the field of either language. */
  children: (field: Field<Name>) => ReactNode
}

/**
 * A field with its French beside it, on phones in tabs; the field alone where owners read no French. Where the French
 * is older, it shows what has changed in the English since.
 */
export function WithFrench<Name extends string>(props: WithFrenchProps<Name>) {
  const { form, name, label, type, record, children } = props
  const isNarrow = useNarrowerThan('sm')
  const english = children({ name, ...(label && { label }) })
  if (!hasFrench()) return english
  const inFrench = (
    <div>
      {children({ name: `${name}_fr`, optional: true, ...(label && { label: `${label} (French)` }) })}
      {type && record?.french === 'older' && <EnglishChanges type={type} id={record._id} field={name} />}
    </div>
  )
  if (isNarrow) return <InTabs form={form} name={name} english={english} french={inFrench} />
  return (
    <SimpleGrid cols={2}>
      {english}
      {inFrench}
    </SimpleGrid>
  )
}

type InTabsProps = Pick<WithFrenchProps<string>, 'form' | 'name'> & { english: ReactNode; french: ReactNode }

/** Either language at a time. What is refused in French comes to the front, unless the English is refused as well. */
function InTabs({ form, name, english, french }: InTabsProps) {
  const [chosen, setChosen] = useState<Language>('en')
  const [shown, setShown] = useState<ReactNode>()
  const refusal = form.getInputProps(twinNames(name).french).error
  if (refusal !== shown) {
    setShown(refusal)
    if (refusal && !form.getInputProps(name).error) setChosen('fr')
  }
  const parts = { en: english, fr: french }
  return (
    <Tabs value={chosen} onChange={(language) => setChosen(language as Language)} color="var(--focus-color)">
      <Tabs.List mb={4}>
        {Object.entries(languageNames).map(([language, word]) => (
          <Tabs.Tab key={language} value={language} px="sm" py={6}>
            {word}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(parts).map(([language, part]) => (
        <Tabs.Panel key={language} value={language}>
          {part}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

type EnglishChangesProps = { type: FrenchType; id: string; field: string }

/** Says that the English of a field has changed since its French was written, and shows how, word by word. */
function EnglishChanges({ type: record_type, id: record_id, field }: EnglishChangesProps) {
  const { data, error } = useQuery(query(frenchCalls.changed, { record_type, record_id }))
  const [isOpen, setOpen] = useState(false)
  const shown = useId()
  const change = data?.data.find((one) => one.field === field)
  if (error) return <ApiErrorAlert error={error} />
  if (!change) return null
  return (
    <Stack gap={4} mt={6}>
      <Anchor
        component="button"
        type="button"
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        aria-expanded={isOpen}
        aria-controls={shown}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide what changed in the English' : 'Show what changed in the English'}
      </Anchor>
      <div id={shown} hidden={!isOpen} lang="en">
        {isOpen && <LongDifference from={change.from} to={change.to} isRich={change.is_rich} />}
      </div>
    </Stack>
  )
}

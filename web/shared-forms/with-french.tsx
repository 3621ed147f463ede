import { SimpleGrid, Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type FrenchState, type Language, languageNames, twinNames } from '#contract/french.ts'
import type { FrenchType } from '#contract/french-calls.ts'
import { hasFrench } from '#web/api/settings.ts'
import type { FormOf } from '#web/ui/fields/fields.tsx'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import { EnglishChanges } from './english-changes.tsx'

type WithFrenchProps = {
  form: Pick<FormOf<never>, 'getInputProps'>
  /** The English field. */
  name: string
  type?: FrenchType
  /** The record as it is stored; none while a new one is written. */
  record?: { _id: string; french: FrenchState | null } | undefined
  children: ReactNode
  french: ReactNode
}

/**
 * A field with its French beside it, on phones in tabs; the field alone where owners read no French. Where the French
 * is older, it shows what has changed in the English since.
 */
export function WithFrench({ form, name, type, record, children, french }: WithFrenchProps) {
  const isNarrow = useNarrowerThan('sm')
  if (!hasFrench()) return children
  const inFrench = (
    <div>
      {french}
      {type && record?.french === 'older' && <EnglishChanges type={type} id={record._id} field={name} />}
    </div>
  )
  if (isNarrow) return <InTabs form={form} name={name} english={children} french={inFrench} />
  return (
    <SimpleGrid cols={2}>
      {children}
      {inFrench}
    </SimpleGrid>
  )
}

type InTabsProps = Pick<WithFrenchProps, 'form' | 'name'> & { english: ReactNode; french: ReactNode }

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

import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { placeLookup } from '#web/map/place-lookup.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { useFieldPending } from '#web/ui/fields/field-registry.tsx'
import { type FormOf, useField } from '#web/ui/fields/fields.tsx'
import { SpokenChoices } from '#web/ui/fields/spoken-choices.tsx'
import type { DealerValues } from './dealer-values.ts'
import type { PlaceAutofill } from './use-place-autofill.ts'

const DEBOUNCE_MS = 250
const MIN_SEARCH_LENGTH = 3
const MAX_SEARCH_LENGTH = 250

type AddressFieldProps = { form: FormOf<DealerValues>; autofill: PlaceAutofill | undefined; disabled: boolean }

/** The address with autocomplete; a chosen suggestion fills the other address fields. */
export function AddressField({ form, autofill, disabled }: AddressFieldProps) {
  const { value, onChange, error, ...field } = useField<DealerValues, string>({
    form,
    name: 'address',
    label: 'Address',
    disabled,
  })
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim().slice(0, MAX_SEARCH_LENGTH), DEBOUNCE_MS)
  const lookup = placeLookup()
  const wanted = search.length >= MIN_SEARCH_LENGTH
  const found = useQuery({
    queryKey: ['place-lookup', search],
    queryFn: () => lookup.search(search),
    enabled: wanted,
    meta: { refetchAfterChange: false },
    retry: false,
  })
  const nothingFound = wanted && found.data?.length === 0
  const allowTyping = useEffectEvent(() => autofill?.allowTyping())
  useEffect(() => {
    if (nothingFound) allowTyping()
  }, [nothingFound])
  const suggestions = (wanted && typed && found.data) || []
  useFieldPending('address', autofill?.busy ?? false)

  const choose = (label: string) => {
    const chosen = suggestions.find((suggestion) => suggestion.label === label)
    if (!chosen) return
    setTyped('')
    void autofill?.choose(chosen)
  }
  const description = autofill?.keptStreet ? (
    <output>The marker was moved. Please check that the street is still right.</output>
  ) : found.error && wanted ? (
    <output>Suggestions could not be loaded.</output>
  ) : nothingFound ? (
    <output>We can’t find this place. Please fill in City, State and Country yourself.</output>
  ) : (
    !disabled && 'Type a street and city, a city, or a postal code, and choose from the list.'
  )
  return (
    <SpokenChoices>
      <Autocomplete
        {...field}
        error={error ?? autofill?.problem}
        description={description}
        placeholder="400 J Street, Sacramento CA"
        value={typeof value === 'string' ? value : ''}
        onChange={(text) => {
          onChange(text)
          setTyped(text)
        }}
        onOptionSubmit={choose}
        data={[...new Set(suggestions.map(({ label }) => label))]}
        // The server has filtered; suggestions need not contain the typed text.
        filter={({ options }) => options}
        limit={8}
        openOnFocus={false}
        rightSection={
          autofill?.busy || (wanted && found.isFetching) ? <Loading size="xs" label="Looking up" /> : undefined
        }
        autoComplete="off"
      />
    </SpokenChoices>
  )
}

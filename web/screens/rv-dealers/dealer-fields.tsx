import { Box, Input, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DEALER_LOGO_KILOBYTES, type Dealer } from '#contract/dealers.ts'
import { placeLookup } from '#web/map/place-lookup.ts'
import { type FieldProps, type FormOf, TextField, useField } from '#web/ui/fields/fields.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { ImageField } from '#web/ui/image/image-field.tsx'
import { Picture } from '#web/ui/image/picture.tsx'
import { AddressField } from './address-field.tsx'
import classes from './dealer-fields.module.css'
import type { DealerFormState, DealerValues } from './dealer-form.tsx'
import { lineOptions, typeOptions } from './dealer-words.ts'
import type { PlaceFilling } from './use-place-filling.ts'

type DealerFieldsProps = {
  form: DealerFormState
  record: Dealer | undefined
  map: ReactNode
  filling?: PlaceFilling
  uploaded?: number | undefined
  /** Shows what there is, and takes nothing. */
  disabled?: boolean
}

/** All fields of a dealer, with a map beside them where there is room. */
export function DealerFields({ form: state, record, map, filling, uploaded, disabled = false }: DealerFieldsProps) {
  const form = state as FormOf<DealerValues>
  // What is only read needs no mark of what must be filled in.
  const shared = { form, disabled, ...(disabled && { optional: true }) }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" className={classes.fields}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <SelectField {...shared} name="type" label="Type" options={typeOptions} />
          <SelectField {...shared} name="active_lines" label="Active Lines" options={lineOptions} />
        </SimpleGrid>
        <TextField {...shared} name="name" label="Name" />
        {disabled ? (
          <Input.Wrapper label="Logo" labelElement="div">
            <Picture address={record?.logo} alt={`Logo of ${record?.name}`} width={96} height={96} />
          </Input.Wrapper>
        ) : (
          <ImageField
            form={form}
            name="logo"
            label="Logo"
            optional
            current={record?.logo}
            preview={(address) => <Picture address={address} alt="" width={96} height={96} />}
            note="JPEG or PNG, 100x100 to 150x150 pixels"
            accept="image/png,image/jpeg"
            fit={{ width: 150, height: 150, type: 'image/png', maxBytes: DEALER_LOGO_KILOBYTES * 1024 }}
            uploaded={uploaded}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextField {...shared} name="phone" label="Phone" optional />
          <TextField {...shared} name="tollfree" label="Toll Free Number" optional />
        </SimpleGrid>
        <TextField {...shared} name="hour_sales" label="Hour Sales" />
        <TextField {...shared} name="hour_service" label="Hour Service" />
        <TextField {...shared} name="hour_parts" label="Hour Parts" />
      </Stack>
      <Stack>
        <AddressField {...shared} filling={filling} />
        <Box className={classes.map}>{map}</Box>
        {!disabled && placeLookup().note && (
          <Text size="xs" c="dimmed">
            {placeLookup().note}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextField {...shared} name="city" label="City" />
          <TextField {...shared} name="area" label="Area" optional />
          <FilledField {...shared} name="state" label="State" />
          <FilledField {...shared} name="country" label="Country" />
          <FilledField {...shared} name="zip" label="Postal Code" optional />
        </SimpleGrid>
        <SimpleGrid cols={2}>
          <TextField {...shared} name="latitude" label="Latitude" />
          <TextField {...shared} name="longitude" label="Longitude" />
        </SimpleGrid>
      </Stack>
    </SimpleGrid>
  )
}

/** A field that cannot be typed into: the address or the marker fills it. */
function FilledField(props: FieldProps<DealerValues, string>) {
  const { value, disabled, ...field } = useField(props)
  return (
    <TextInput
      {...field}
      value={typeof value === 'string' ? value : ''}
      readOnly
      disabled={disabled}
      variant="filled"
      description={disabled ? undefined : 'Filled by the address'}
    />
  )
}

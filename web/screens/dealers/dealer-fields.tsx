import { Box, Input, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DEALER_LOGO_KILOBYTES, type Dealer } from '#contract/dealers.ts'
import { placeLookup } from '#web/map/place-lookup.ts'
import { ExternalIdField } from '#web/shared-forms/external-id-field.tsx'
import { type FieldProps, type FormOf, TextField, useField } from '#web/ui/fields/fields.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { ImageField } from '#web/ui/image/image-field.tsx'
import { Picture } from '#web/ui/image/picture.tsx'
import { AddressField } from './address-field.tsx'
import classes from './dealer-fields.module.css'
import { lineOptions, typeOptions } from './dealer-labels.ts'
import type { DealerFormState, DealerValues } from './dealer-values.ts'
import { HoursField } from './hours-field.tsx'
import type { PlaceAutofill } from './use-place-autofill.ts'

const SIZE = 'JPEG or PNG, 100x100 to 150x150 pixels'

type DealerFieldsProps = {
  form: DealerFormState
  record: Dealer | undefined
  /** A new dealer starts with the values of the record, but without its logo. */
  isCopy?: boolean
  map: ReactNode
  autofill?: PlaceAutofill
  uploaded?: number | undefined
  /** Read-only. */
  disabled?: boolean
}

/** All fields of a dealer, with a map. */
export function DealerFields(props: DealerFieldsProps) {
  const { form: state, record, isCopy = false, map, autofill, uploaded, disabled = false } = props
  const form = state as FormOf<DealerValues>
  // Read-only fields have no asterisk.
  const shared = { form, disabled, ...(disabled && { optional: true }) }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" className={classes.fields}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <SelectField {...shared} name="type" options={typeOptions} />
          <SelectField {...shared} name="active_lines" options={lineOptions} />
        </SimpleGrid>
        <TextField {...shared} name="name" />
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
            current={isCopy ? undefined : record?.logo}
            preview={(address) => <Picture address={address} alt="" width={96} height={96} />}
            note={isCopy && record?.logo ? `${SIZE}. The logo of ${record.name} is not copied.` : SIZE}
            accept="image/png,image/jpeg"
            fit={{ width: 150, height: 150, type: 'image/png', maxBytes: DEALER_LOGO_KILOBYTES * 1024 }}
            uploaded={uploaded}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextField {...shared} name="phone" optional />
          <TextField {...shared} name="tollfree" optional />
        </SimpleGrid>
        <HoursField {...shared} name="hour_sales" />
        <HoursField {...shared} name="hour_service" />
        <HoursField {...shared} name="hour_parts" />
        <ExternalIdField {...shared} name="external_id" />
      </Stack>
      <Stack>
        <AddressField {...shared} autofill={autofill} />
        <Box className={classes.map}>{map}</Box>
        {!disabled && placeLookup().note && (
          <Text size="xs" c="dimmed">
            {placeLookup().note}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextField {...shared} name="city" />
          <TextField {...shared} name="area" optional />
          <AutofilledField {...shared} typing={autofill?.typing} name="state" />
          <AutofilledField {...shared} typing={autofill?.typing} name="country" />
          <AutofilledField {...shared} typing={autofill?.typing} name="zip" optional />
        </SimpleGrid>
        <SimpleGrid cols={2}>
          <TextField {...shared} name="latitude" />
          <TextField {...shared} name="longitude" />
        </SimpleGrid>
      </Stack>
    </SimpleGrid>
  )
}

type AutofilledFieldProps = FieldProps<DealerValues, string> & { typing: boolean | undefined }

/** A field that the address or the marker fills; it can be typed only where these know nothing (`typing`). */
function AutofilledField({ typing = false, ...props }: AutofilledFieldProps) {
  const { value, disabled, ...field } = useField(props)
  return (
    <TextInput
      {...field}
      value={typeof value === 'string' ? value : ''}
      readOnly={!typing}
      disabled={disabled}
      variant={typing ? 'default' : 'filled'}
      description={disabled ? undefined : typing ? 'Not found: please type it' : 'Filled in from the address'}
    />
  )
}

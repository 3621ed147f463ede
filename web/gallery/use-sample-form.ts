import { useForm } from '@mantine/form'

export type SampleValues = {
  name: string
  long: string
  number: string
  date: string
  choice: string
  password: string
  content: string
  picture: File | undefined
}

const empty: SampleValues = {
  name: '',
  long: '',
  number: '',
  date: '',
  choice: '',
  password: '',
  content: '',
  picture: undefined,
}

/** A form for the field parts: with these values, and with an error at every field when `error` is set. */
export const useSampleForm = (values: Partial<SampleValues> = {}, error?: string) =>
  useForm<SampleValues>({
    initialValues: { ...empty, ...values },
    initialErrors: error ? Object.fromEntries(Object.keys(empty).map((name) => [name, error])) : {},
  })

import type { KeyboardEvent, RefObject } from 'react'
import { formKeys, isSaveKey } from '#web/forms/form-keys.ts'

type Form = RefObject<HTMLFormElement | null>

/** The keys of a form; those that save lead to the first field that is not valid. */
export const useFormKeys = (form: Form, { valid, validate }: { valid: boolean; validate: () => void }) => ({
  onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (!isSaveKey(event) || valid) return formKeys.onKeyDown(event)
    event.preventDefault()
    validate()
    focusSoon(form, '[aria-invalid=true]')
  },
})

/** Goes back to the first field of a form once it is shown again. */
export const focusFirst = (form: Form) => focusSoon(form, '[data-autofocus]')

/** Goes to where typing continues in a form that was filled again; where nothing is empty, to the first field. */
export const focusFirstEmpty = (form: Form) =>
  requestAnimationFrame(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input:enabled, textarea:enabled') ?? [])]
    const empty = fields.find(({ value, type }) => value === '' && type !== 'hidden' && type !== 'file')
    const field = empty ?? fields[0]
    field?.focus()
  })

const focusSoon = (form: Form, selector: string) =>
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus())

/** Marks the first field for Mantine's focus trap, which would otherwise focus the close button. */
export function markFirstField(fields: HTMLElement | null) {
  fields?.querySelector('input:enabled, textarea:enabled, [data-rich-text]')?.setAttribute('data-autofocus', 'true')
}

/** Marks the name of a copy, which is selected, because what is typed next replaces it. */
export function markName(fields: HTMLElement | null) {
  const name = fields?.querySelector<HTMLInputElement>('input[name=name]')
  name?.setAttribute('data-autofocus', 'true')
  name?.addEventListener('focus', () => name.select(), { once: true })
}

/** The `ref` of a button that takes the focus, because the form that had it has just been hidden. */
export const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

/**
 * As the `ref` of what holds a password field in a dialog or page: the focus starts there and not on what comes before.
 */
export function focusPassword(fields: HTMLElement | null) {
  for (const marked of fields?.querySelectorAll('[data-autofocus]') ?? []) marked.removeAttribute('data-autofocus')
  fields?.querySelector('[type=password]')?.setAttribute('data-autofocus', 'true')
}

/** As the `ref` of what holds a password field in a dialog: the focus starts there and not on what comes before. */
export const focusPassword = (fields: HTMLElement | null) =>
  fields?.querySelector('[type=password]')?.setAttribute('data-autofocus', 'true')
